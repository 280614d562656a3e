import Box from '@mui/material/Box'
import { useMemo } from 'react'

import { wordChanges, type WordPiece } from '../lib/word-changes.ts'
import { color, type } from '../theme/tokens.ts'
import { Markdown } from './markdown/markdown.tsx'

interface ChangedTextProps {
  text: string
  /** What it is told apart from; without it, or where it shares few words, the text is shown as it was written. */
  before: string | undefined
}

/** An answer with what differs from another marked by word: in elements of their own, not by colour alone. */
export function ChangedText({ text, before }: ChangedTextProps) {
  const pieces = useMemo(() => (before === undefined ? [] : wordChanges(before, text)), [before, text])
  if (!isAlike(pieces, text)) return <Markdown text={text} />
  return (
    <Box sx={{ ...type.body, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {pieces.map(({ text: words, change }, index) =>
        change ? (
          // eslint-disable-next-line react/no-array-index-key -- pieces of a text never move
          <Box key={index} component={change === 'added' ? 'ins' : 'del'} sx={marks[change]}>
            {words}
          </Box>
        ) : (
          words
        ),
      )}
    </Box>
  )
}

/** Whether marks help: of an answer that shares few words they would leave nothing to read. */
function isAlike(pieces: readonly WordPiece[], text: string): boolean {
  const shared = pieces.reduce((sum, piece) => sum + (piece.change ? 0 : piece.text.length), 0)
  return pieces.some(({ change }) => change) && shared * 2 >= text.length
}

const marks = {
  added: { backgroundColor: color.successSoft, color: color.onSuccessSoft, textDecoration: 'none', fontWeight: 500 },
  removed: { backgroundColor: color.errorSoft, color: color.onErrorSoft },
}
