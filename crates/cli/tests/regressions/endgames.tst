# Problems 1 to 19 of the magazine FForum with a best move: the scores are those that Edax distributes.
# Run by: gogui-regress "willow gtp --level 20" endgames.tst

willow-set_position --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X
10 reg_genmove b
#? [G8]

willow-set_position -XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X
20 reg_genmove b
#? [A4]

willow-set_position ----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X
30 reg_genmove b
#? [D1]

willow-set_position -XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO- X
40 reg_genmove b
#? [H8|A5]

willow-set_position -OOOOO----OXXO-XXXOXOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOOO---XXXXX-- X
50 reg_genmove b
#? [G8]

willow-set_position --OXXX--OOOXXX--OOOXOXO-OOXOOOX-OOXXXXXXXOOXXOX--OOOOX---XXXXXX- X
60 reg_genmove b
#? [A1|H3]

willow-set_position --OXXO--XOXXXX--XOOOXXXXXOOXXXXXXOOOOXXX-XXXXXXX--XXOOO----XXOO- X
70 reg_genmove b
#? [A6]
