/** What mammoth reads from a Word file, as far as text needs it. It has no types for this tree of its own. */
export interface WordDocument {
  children: WordElement[]
  notes: { resolve(reference: NoteReference): { body: WordElement[] } | null }
}

export interface Paragraph {
  type: 'paragraph'
  children: WordElement[]
  styleId: string | null
  styleName: string | null
  /** Paragraphs of one list and level hold the very same object. */
  numbering: { isOrdered: boolean; level: string } | null
}

export interface Run {
  type: 'run'
  children: WordElement[]
  isBold: boolean
  /** In points; nothing where the style says it. */
  fontSize: number | null
}

export interface NoteReference {
  type: 'noteReference'
  noteType: string
  noteId: string
}

export interface Table {
  type: 'table'
  children: WordElement[]
}

export interface TableRow {
  type: 'tableRow'
  children: WordElement[]
  /** Whether it is repeated on every page that the table reaches over. */
  isHeader: boolean
}

export interface TableCell {
  type: 'tableCell'
  children: WordElement[]
  colSpan: number
  rowSpan: number
}

export type WordElement =
  | Paragraph
  | Run
  | NoteReference
  | Table
  | TableRow
  | TableCell
  | { type: 'hyperlink'; children: WordElement[] }
  | { type: 'text'; value: string }
  | { type: 'tab' }
  | { type: 'break'; breakType: string }
  | { type: 'checkbox'; checked: boolean }
  | { type: 'image' | 'bookmarkStart' | 'commentReference' }
