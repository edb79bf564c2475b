// What every page runs but a table's and the board.
import "./local_times.js";
import "./watched_part.js";
import "./share_and_install.js";
import "./own_seat_names.js";
