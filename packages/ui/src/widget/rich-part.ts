/** What a small file cannot do: set mathematics and colour code. */
export interface RichModule {
  drawMath(formula: string, options: { isDisplay: boolean }): Node
  /** Nothing for a language that is not known. */
  colourCode(text: string, language: string): Node[] | undefined
}

export interface RichPart {
  /** There once it has arrived. */
  readonly module: RichModule | undefined
  /** Calls back when it is there, at once if it is; never where it does not come: the text is read as it is. */
  use(then: (module: RichModule) => void): void
}

/** Arrives with the first answer that needs it. */
export function richPart(loadPart: (file: string) => Promise<unknown>): RichPart {
  let loading: Promise<RichModule> | undefined
  const part: { module: RichModule | undefined } & RichPart = {
    module: undefined,
    use(then) {
      if (part.module) {
        then(part.module)
        return
      }
      loading ??= (loadPart('widget-rich.js') as Promise<RichModule>).then((module) => (part.module = module))
      loading.then(then, () => (loading = undefined))
    },
  }
  return part
}
