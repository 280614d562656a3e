import { Fragment } from 'react'

/** A node's name. A long word such as `ChatGoogleGenerativeAI` may go on below where its parts meet. */
export function NodeLabel({ text }: { text: string }) {
  if (!/\S{16}/.test(text)) return text
  return text.split(/(?<=\p{Ll})(?=\p{Lu})/u).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a part may stand in a name twice
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ))
}
