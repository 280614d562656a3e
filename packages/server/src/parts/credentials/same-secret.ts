import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether somebody shows what is known. Takes as long whatever is given: digests of one length are compared. */
export function isSameSecret(given: string, known: string): boolean {
  const [left, right] = [given, known].map((text) => createHash('sha256').update(text).digest())
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}
