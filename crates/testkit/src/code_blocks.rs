//! The code blocks of Markdown pages, for tests of what documents tell people to type.

/// A fenced block of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeBlock<'a> {
    /// What stands behind the fence: a language, or words such as `sh run`; empty for plain text.
    pub info: &'a str,
    /// The number of the first line inside, counted from 1.
    pub line: usize,
    /// The lines between the fences.
    pub text: &'a str,
}

/// Returns the fenced blocks of a page, from top to bottom.
pub fn code_blocks(page: &str) -> Vec<CodeBlock<'_>> {
    const FENCE: &str = "```";
    let mut blocks = Vec::new();
    let (mut open, mut offset) = (None, 0);
    for (index, line) in page.split_inclusive('\n').enumerate() {
        if let Some(info) = line.strip_prefix(FENCE) {
            let inside = offset + line.len();
            open = match open {
                None => Some((info.trim(), index + 2, inside)),
                Some((info, line, start)) => {
                    blocks.push(CodeBlock { info, line, text: &page[start..offset] });
                    None
                }
            };
        }
        offset += line.len();
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_their_words_and_lines() {
        let page = "# A\n```sh run\nls\ncd\n```\ntext\n```\nx\n```\n";
        let blocks = code_blocks(page);
        assert_eq!(blocks[0], CodeBlock { info: "sh run", line: 3, text: "ls\ncd\n" });
        assert_eq!((blocks[1].info, blocks[1].line, blocks.len()), ("", 8, 2));
    }
}
