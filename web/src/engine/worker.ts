// The engine's worker: a search takes the whole of its thread, and never that of the page.
import { loadEngine, loadReasons } from "./loader";
import { serve } from "./serve";

serve({ load: loadEngine, loadReasons });
