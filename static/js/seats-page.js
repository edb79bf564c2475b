// What the page of the seats runs besides.
import "./your_turn_alert.js";
