// Japanese: the reasons of a wrong move as a learner reads them.
import { FEW, isCorner } from "../lesson-parts";
import type { Words } from "../type";

/** So many moves of both sides together after a move. */
const after = (later: number) => (later === 0 ? "すぐ" : later > FEW ? "しばらくあと" : `${later}手後`);
const then = (later: number) => (later === 1 ? "次に" : later > FEW ? "しばらくあとに、" : `${later}手後、`);
/** The position after the move itself or after some more. */
const at = (move: string, later: number) => (later === 0 ? `${move}のあとは` : `${after(later)}には`);
const taken = (other: string, corner: string, later: number) =>
  later === 0 ? `${other}がすぐに${corner}を取れます。` : `${after(later)}に${other}が${corner}を取ります。`;

const outcomes = { win: "勝ち", draw: "引き分け", loss: "負け" };

export const lessons: Words["analysis"]["lessons"] = {
  show: "盤で見る",
  showName: (head) => `盤で見る: ${head}`,
  after: (best) => `${best}なら`,
  taken,
  gain: (other, count) => `${other}はそこで${count}石を返します。`,
  opened: (own, move, other, corner, later) =>
    `${then(later)}${own}が${move}と打つと、${other}が${corner}を取れるようになります。`,
  attacked: (other, move, corner, later) =>
    `${then(later)}${other}が${move}で${corner}をねらい、そのあと取ります。`,
  inReturn: (side, corners) => `代わりに${side}は${corners.join("と")}を取ります。`,
  has: (side, corner) => `その代わり、${side}には${corner}があります。`,
  kept: (best, other, corner) => `${best}のあとの手順では、${other}は${corner}を取れません。`,
  absent: (best) => `${best}なら、そうなりませんでした。`,
  movable: (best, own) => `${best}なら、${own}がパスになることはありませんでした。`,
  safeLeft: (best, own) => `${best}なら、そのときも${own}に安全な手が残っていました。`,
  outOfSafe: (best, other) => `${best}なら、先に安全な手がなくなるのは${other}でした。`,
  better: (best, count) =>
    count === 0 ? `${best}のほうがよい手でした。` : `${best}のほうが${count}石よい手でした。`,
  rout: (own, count, best, bestCount) =>
    `このあと最善に打っても、${own}の石は64石のうち${count === 0 ? "ほとんど残りません" : `約${count}石です`}。${best}なら約${bestCount}石でした。`,
  beside: (move, kind) =>
    kind === "X"
      ? `${move}はX打ち（空いた隅の斜め隣）です。`
      : `${move}はC打ち（空いた隅の隣にある辺のマス）です。`,
  cornerGiven: (other) => `${other}に隅を取られます。`,
  missed: {
    head: (own) => `${own}は隅を取り逃しました。`,
    lost: (move, own, corner) => `${move}のあとの手順では、${own}は${corner}を取れません。`,
    taken: (own, best, corner, later) =>
      best === corner
        ? `${best}ですぐに取れました。`
        : `${best}なら、${after(later)}に${own}が${corner}を取れました。`,
    attacked: (own, best, move, corner, later) =>
      later === 0
        ? `${best}は${corner}をねらう手で、そのあと${own}が取れました。`
        : `${best}なら、${after(later)}に${own}が${move}で${corner}をねらい、取れました。`,
    opened: (own, best, other, move, corner, later) =>
      `${best}なら、${after(later)}の${other}の${move}で、${own}が${corner}を取れました。`,
  },
  pass: (own, other, later) => ({
    head: `${own}がパスになります。`,
    body: `${after(later)}に${own}の打つ所がなくなり、${other}が続けて2手打ちます。`,
  }),
  passMissed: (own, other, best, later) => ({
    head: `${other}にパスをさせる機会がありました。`,
    body: `${best}なら、${after(later)}に${other}の打つ所がなくなり、${own}が続けて2手打てました。`,
  }),
  safe: (own, squares, other, later) => ({
    head: `${own}の安全な手がなくなります。`,
    body: `${after(later)}には、${own}がどこに打っても${squares.length > 4 ? "" : `（${squares.join("、")}）`}${other}に隅を取られます。`,
  }),
  weakEdge: (own, squares, later) => ({
    head: `${own}の辺の形が弱くなります。`,
    body: `${later === null ? "" : `${after(later)}に、`}${
      squares.length === 1
        ? `${squares[0]}の石が、空いた隅の隣で孤立します。`
        : `${squares[0]}から${squares.at(-1)}の5石が、空いた隅の間に並びます。`
    }`,
  }),
  xSquare: (own, disc, corner, later) => ({
    head: `${own}の石が、空いた隅の斜め隣（X）に残ります。`,
    body: `${after(later)}には${disc}が${own}で、${corner}はまだ空いています。`,
  }),
  stoner: (other, x, c, corner, later) => ({
    head: `${other}のストナー（隅の斜め隣から隅を取る手筋）で攻められます。`,
    body: `${other}が${x}、${c}と打ち、${after(later)}に${corner}を取ります。`,
  }),
  wedge: (own, other, square, one, two, later) => ({
    head: `辺に${other}の割り込みを許します。`,
    body: `${after(later)}に、${own}の${one}と${two}の間の${square}に${other}が入り、辺に沿っては返せません。`,
  }),
  wall: (own, other, move, count, from, to, best, later) => ({
    head: `${own}の石が壁になります。`,
    body: `${at(move, later)}、${from}から${to}の${count}石が並んで空きマスに面し、そこに${other}が打てます。${best}なら、壁はありませんでした。`,
  }),
  parity: (own, other, move, best, isWhole, squares, left) => ({
    head: isWhole
      ? `最後の手を${other}に打たれます。`
      : `${squares[0]}のあたりの最後の手を${other}に打たれます。`,
    body: `${
      left
        ? `${move}のあと、そこは空き${left.now}マスで${other}の番です。交互に打てば最後は${other}です。${best}なら空き${left.then}マスで、`
        : `${squares.length > 4 ? `空き${squares.length}マス` : squares.join("・")}で最後に打つのは${other}です。${best}なら、`
    }最善の進行で${own}が最後を打てました。`,
  }),
  stable: (isOwn, side, now, before, best, later) => ({
    head: `${side}の確定石（二度と返されない石）が、${best}と打った場合より${isOwn ? "少なく" : "多く"}なります。`,
    body: isOwn
      ? `${after(later)}には多くても${now}石です。${best}なら少なくとも${before}石ありました。`
      : `${after(later)}には少なくとも${now}石あります。${best}なら多くても${before}石でした。`,
  }),
  answers: (other, move, count, best, bestCount) => ({
    head: `${other}の打てる所が多くなります。`,
    body: `${move}のあと、${other}は${count}か所に打てます。${best}なら${bestCount}か所でした。`,
  }),
  left: (own, reply, count, best, bestReply, bestCount, isSafe) => ({
    head: `${own}の${isSafe ? "安全な手" : "打てる所"}が少なくなります。`,
    body: `次に${reply}と打たれると、${isSafe ? `打ってもすぐに隅を取られない${own}の手` : `${own}の打てる所`}は${count}か所です。${best}、${bestReply}と進めば${bestCount}か所でした。`,
  }),
  flips: (own, move, count, best, bestCount) => ({
    head: `${own}が返す石が多すぎます。`,
    body: `${move}だと${count}石も返しますが、${best}なら${bestCount}石で済みます。`,
  }),
  mobility: (isOwn, isTurn, side, now, before, best, later) => ({
    head: `あとで${side}の打てる所が、${best}より${isOwn ? "少なく" : "多く"}なります。`,
    body: `${after(later)}には${isTurn ? "" : `、${side}の番だとすると、`}${now}か所です。${best}なら${before}か所でした。`,
  }),
  potential: (isOwn, side, against, now, before, best, later) => ({
    head: `この先、${side}の打てる所が${isOwn ? "減り" : "増え"}そうです。`,
    body: `${after(later)}に${against}の石に接する空きマスは${now}、${best}なら${before}でした。そこには、あとで${side}が打てるかもしれません。`,
  }),
  frontier: (isOwn, side, against, move, now, before, best, later) => ({
    head: `外側に出る${side}の石が${isOwn ? "多く" : "少なく"}なります。`,
    body: `${at(move, later)}、空きマスに接する${side}の石が${now}個、${best}なら${before}個でした。接する空きマスには、あとで${against}が打てるかもしれません。`,
  }),
  wipeOut: (own, other, later) => ({
    head: `${own}は全滅します。`,
    body: `${after(later)}に${other}が最後の石を返します。`,
  }),
  wipeOutThreat: (own, other, square, later) => ({
    head: `${own}は全滅の危険があります。`,
    body: `${after(later)}に${other}が${square}をねらっています。`,
  }),
  reply: {
    takes: (other, move, best, turned) => ({
      head: `${move}で、${other}が${isCorner(best) ? "隅" : ""}${best}に打てるようになります。`,
      body: `${move}${turned.length > 0 ? `が${turned.join("、")}を返す` : "を打つ"}まで、そこには打てませんでした。次に${other}がそこに打ちます。`,
    }),
    gets: (other, move, reply, best, turned) => ({
      head: turned
        ? `${move}で、${other}が${isCorner(reply) ? "隅" : ""}${reply}に打てるようになります。`
        : `${move}のあと、${other}に${isCorner(reply) ? "隅" : ""}${reply}と打たれます。`,
      body: `${turned?.length ? `${move}が${turned.join("、")}を返すためです。` : ""}${turned ? `次に${other}がそこに打ちます。` : ""}${best}なら、${other}はそこに打てませんでした。`,
    }),
    closes: (own, other, move, best, turned) => ({
      head: `${own}は${best}に打てなくなります。`,
      body: `${best}に打つには、隣の${turned.join("、")}が${other}石でなければなりません。${move}で先に返してしまいます。`,
    }),
    prevents: (own, other, reply, best, needed) => ({
      head: `${own}は${best}に打てなくなります。`,
      body:
        needed.length === 1
          ? `${best}には${needed[0]}の${own}石が必要です。${other}${reply}で${needed[0]}が返されます。`
          : `${best}には${needed.join("、")}のどれかの${own}石が必要です。${other}${reply}ですべて返されます。`,
    }),
    delays: (own, other, reply, best) => ({
      head: `${own}の${best}が後回しになります。`,
      body: `すぐに${best}と打つのが最善でした。先に${other}に${reply}と打たれます。`,
    }),
    opens: (other, move, squares, best, bestCount) => ({
      head: `${move}で、${other}が${squares.join("、")}に打てるようになります。`,
      body: `それまでは打てなかった所です。${best}なら、新しく打てる所は${bestCount === 0 ? "ありません" : `${bestCount}か所だけ`}でした。`,
    }),
  },
  none: {
    head: "数手先まで調べても、はっきりした理由は見つかりませんでした。",
    scores: (own, move, score, best, bestScore) =>
      `最後まで読むと、${own}は${move}なら${score}、${best}なら${bestScore}で終わります。`,
    outcomes: (move, outcome, best, bestOutcome) =>
      `最後まで読むと、${move}は${outcomes[outcome]}、${best}は${outcomes[bestOutcome]}です。`,
    discs: (best, count) => `探索では、${best}のほうが${count}石よい手です。`,
  },
};
