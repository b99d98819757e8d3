// French: why the engine in the browser has no answer, and what can be done.
import type { Words } from "../type";

export const engine: Words["engine"] = {
  "not-a-position": "Ce n’est pas une position : il faut 64 cases et le trait. Corrigez et réessayez.",
  "not-a-move": "Ce n’est pas une case. Nommez-en une de a1 à h8.",
  "illegal-move": "Ce coup ne retourne aucun pion. Choisissez une autre case.",
  "bad-limits": "Cette page a demandé une recherche impossible. Rechargez-la et réessayez.",
  "too-long": "Cette feuille a plus de coups qu’une partie ne peut en avoir.",
  "no-moves": "Il n’y a pas de coup à analyser : la partie est finie, ou le camp au trait doit passer.",
  "not-weights": "Les données du moteur sont abîmées ou d’une autre version. Rechargez la page.",
  "no-memory": "Le moteur manque de mémoire. Fermez d’autres onglets et réessayez.",
  "cannot-load": "Le moteur ne s’est pas chargé. Vérifiez votre connexion et réessayez.",
  unsupported:
    "Le moteur ne marche pas dans ce navigateur. Prenez-en un plus récent, comme Firefox, Chrome ou Safari de 2023.",
  crashed: "Le moteur s’est arrêté sur une erreur. Il redémarre quand vous réessayez.",
  stopped: "La recherche a été arrêtée avant de trouver un coup.",
  closed: "Le moteur a été fermé. Rechargez la page.",
};
