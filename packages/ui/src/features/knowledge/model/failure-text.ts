interface Failure {
  document: string
  message: string
  hint?: string | undefined
}

/** What could not be read, and what to do: the document is named once, also where the reason names it already. */
export function failureText({ document, message, hint }: Failure): string {
  const reason = message.includes(document) ? message : `${document}: ${message}`
  return hint === undefined ? reason : `${reason} ${hint}`
}
