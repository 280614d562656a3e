/** A translation: the same keys as the English texts, any words. */
export type Translation<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Translation<Texts[Key]>
}
