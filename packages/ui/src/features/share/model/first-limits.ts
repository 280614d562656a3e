/** What is proposed before a flow can be asked by others: for each network and minute, and for each month. */
export const PROPOSED = { questions: '60', dollars: '20' }

export function isWholeNumber(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text.trim())
}

export function isDollars(text: string): boolean {
  return /^\d{1,9}(\.\d{1,6})?$/.test(text.trim()) && Number(text) > 0
}
