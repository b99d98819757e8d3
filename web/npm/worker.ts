// The engine's worker.
import { serve } from "../src/engine/serve";
import { loadExplainer, loadSearcher } from "./searcher";

serve({ load: (hash, host) => loadSearcher({ hash, host }), loadReasons: () => loadExplainer() });
