// What the page of the seats runs besides.
import "./turn.js";
