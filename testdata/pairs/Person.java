class Person{
  private Car car = new Car();
  protected boolean lazy = false;
  public void driveToHome(){
    if (car.fuelAmount < 100) {
      addEnergy();
    } else {
      car.drive();
    }
  }

  protected void addEnergy(){
    if (this.lazy) {
      takeBus();
    } else {
      car.refuel();
    }
  }

  protected void takeBus(){
    lazy = tired > 2;
  }

  private int tired;

  void rest(int hours){
    tired = 10 - hours;
  }
}
