class HybridCar extends Car{
  private int charge;
  public void recharge(){
    if (charge < 10)
      charge++;
  }
}
