/** Chat models are called by one word, which the catalogue writes this way too. */
const CHAT_MODEL = /^chat(?!Prompt)[A-Z]/

/** A node's name in words: `chatOpenAI` becomes `ChatOpenAI`, `pdfFile` `Pdf file`, and the step `llmAgentflow` `LLM`. */
export function nodeWords(name: string): string {
  if (CHAT_MODEL.test(name)) return `C${name.slice(1).replace(/Custom$/, ' Custom')}`
  const words = name
    .replace(/Agentflow$/, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(' ')
    .map((word) => (word === word.toUpperCase() ? word : word.toLowerCase()))
    .join(' ')
    .replaceAll(/open AI/gi, 'OpenAI')
    .replaceAll(/\b(?:llm|http)\b/g, (short) => short.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}
