// What a table's page runs; templates/shared/modules.html names all that it imports, as for each page.
import "./local_times.js";
import "./watched_part.js";
import "./share_and_install.js";
import "./table.js";
import "./your_turn_alert.js";
import "./resend.js";
