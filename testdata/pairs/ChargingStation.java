import java.util.ArrayList;
import java.util.List;

class ChargingStation{
  private static final List<ChargingStation> AVAILABLE = new ArrayList<>();
  static List<ChargingStation> takeAvailableStations(){
    return AVAILABLE;
  }

  static void open(){
    AVAILABLE.add(new ChargingStation());
  }
}
