export interface MarkdownProps {
  text: string
  /** More is coming: the last block is drawn plainly until it is settled. */
  isWriting?: boolean
}
