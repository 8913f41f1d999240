class Car{
  protected int fuelAmount = 0;
  public void drive(){
    fuelAmount -= 10;
  }

  public void refuel(){
    if (fuelAmount < 100)
      fuelAmount += 60;
  }
}
