const FENCE = /^ {0,3}(`{3,}|~{3,})/
const LONGEST_INFO = 40
/** A piece is not cut shorter than this part of what fits, for the sake of a better place. */
const LEAST = 0.4

/**
 * Cuts a text of Markdown into messages that fit: between paragraphs, else between lines, sentences or words. A block of code stays
 * whole where it fits into a message; where it does not, it is closed and opened again, so that each piece reads by itself.
 */
export function splitAnswer(text: string, longest: number): string[] {
  const pieces: string[] = []
  let rest = text.trim()
  let fence: string | undefined
  while (rest !== '') {
    const opening = fence === undefined ? '' : `${fence}\n`
    if (opening.length + rest.length <= longest) {
      pieces.push(opening + rest)
      break
    }
    // Room for the end of a block that may be open where it is cut.
    const room = longest - opening.length - CLOSING_ROOM
    let cut = placeToCut(rest, room, fence !== undefined)
    let open = openFence(rest.slice(0, cut), fence)
    if (open && open.at > 0 && fitsWhole(rest, open.at, longest)) {
      cut = open.at
      open = undefined
    }
    const head = rest.slice(0, cut).trimEnd()
    if (open) {
      pieces.push(`${opening}${head}\n${markOf(open.line)}`)
      fence = open.line.slice(0, LONGEST_INFO)
      rest = rest.slice(cut).replace(/^\r?\n/, '')
    } else {
      pieces.push(opening + head)
      fence = undefined
      rest = rest.slice(cut).trimStart()
    }
  }
  return pieces.filter((piece) => piece.trim() !== '')
}

const CLOSING_ROOM = 12

function placeToCut(text: string, room: number, isCode: boolean): number {
  const window = text.slice(0, room)
  const least = Math.floor(room * LEAST)
  const marks = isCode ? ['\n'] : ['\n\n', '\n', '. ', '! ', '? ', '。', ' ']
  for (const mark of marks) {
    const at = window.lastIndexOf(mark)
    // A mark other than a blank belongs to what stands before it.
    if (at > least) return mark.startsWith('\n') || mark === ' ' ? at : at + 1
  }
  const blank = window.lastIndexOf(' ')
  if (blank > 0) return blank
  return isHighSurrogate(text, room - 1) ? room - 1 : room
}

function isHighSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xd800 && code <= 0xdbff
}

interface OpenFence {
  /** Where it was opened; less than nothing in a piece before. */
  at: number
  line: string
}

/** The block of code that is open after a text, if one is. */
function openFence(text: string, before: string | undefined): OpenFence | undefined {
  let open: OpenFence | undefined = before === undefined ? undefined : { at: -1, line: before }
  let at = 0
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1]
    if (mark !== undefined) {
      if (!open) open = { at, line: line.trim() }
      else if (closes(line, open.line)) open = undefined
    }
    at += line.length + 1
  }
  return open
}

function closes(line: string, opened: string): boolean {
  const mark = markOf(opened)
  return line.trim().startsWith(mark) && line.trim().replaceAll(mark.charAt(0), '') === ''
}

function markOf(line: string): string {
  return FENCE.exec(line)?.[1] ?? '```'
}

/** Whether a block that begins somewhere ends before a message of its own would be full. */
function fitsWhole(text: string, at: number, longest: number): boolean {
  const ahead = text.slice(at, at + longest)
  const [first = '', ...lines] = ahead.split('\n')
  let length = first.length
  for (const line of lines) {
    length += line.length + 1
    if (closes(line, first.trim())) return length <= longest
  }
  return false
}
