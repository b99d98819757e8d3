# Passes, ends and results, in the form of gogui-regress.

play b f5
play w f6
play b e6
play w f4
10 gogui-rules_side_to_move
#? [black]

# Black has no move, White has one.
willow-set_position OX-------------------------------------------------------------- X
20 gogui-rules_legal_moves
#? [PASS]
30 reg_genmove b
#? [PASS]
40 reg_genmove w
#? [C1]
play b pass
play w c1
50 final_score
#? [W\+64]

gogui-setup b d5 b e4 w d4 w e5
60 gogui-rules_legal_moves
#? [D3 C4 F5 E6]
gogui-setup_player w
70 gogui-rules_legal_moves
#? [E3 F4 C5 D6]
