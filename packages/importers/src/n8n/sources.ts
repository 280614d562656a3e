/** Names the value of a template as a variable of a step of code, and gives what the code calls it. */
export type Use = (template: string) => string

/** What a step of the flow gives to the next: n8n's list of items, as code reads it and as references reach into it. */
export interface Source {
  /** Whether there may be several items: what comes next runs once for each. */
  readonly isMany: boolean
  /** Code that gives the list of items. */
  items(use: Use): string
  /** The reference to a place in the only item; nothing where no reference can say it. */
  path(path: readonly string[]): string | undefined
  /** How one result is read, when the step stood in a container. */
  readonly result?: { readonly keys: readonly string[]; readonly isJson: boolean }
}

const hole = (root: string, path: readonly string[]): string => `{{${[root, ...path].join('.')}}}`

/** Its text is JSON: a list of items. */
export function fromCode(id: string, isMany: boolean): Source {
  return {
    isMany,
    items: (use) => `itemsOf(${use(`{{${id}.output.content}}`)})`,
    path: (path) => (isMany ? undefined : hole(`${id}.output.content[0]`, path)),
  }
}

/** What a model said, below the keys where n8n has it. */
export function fromAnswer(id: string, keys: readonly string[], isJson = false): Source {
  return {
    isMany: false,
    items: (use) => `answerOf(${use(`{{${id}.output.content}}`)}, ${JSON.stringify(keys)}, ${isJson})`,
    path(path) {
      if (path.length < keys.length || keys.some((key, index) => path[index] !== key)) return undefined
      const rest = path.slice(keys.length)
      return rest.length === 0 || !isJson ? hole(`${id}.output.content`, rest) : hole(`${id}.output`, rest)
    },
    result: { keys, isJson },
  }
}

/** What an HTTP step got: an object, a list or a text. */
export function fromHttp(id: string, isFull: boolean): Source {
  if (isFull) {
    return {
      isMany: false,
      items: (use) =>
        `[{ body: bodyOf(${use(`{{${id}.output.http.data}}`)}), headers: bodyOf(${use(`{{${id}.output.http.headers}}`)}), statusCode: Number(${use(`{{${id}.output.http.status}}`)}) }]`,
      path: ([first, ...rest]) =>
        first === 'body'
          ? hole(`${id}.output.http.data`, rest)
          : first === 'statusCode'
            ? hole(`${id}.output.http.status`, rest)
            : undefined,
    }
  }
  return {
    isMany: false,
    items: (use) => `itemsOf(${use(`{{${id}.output.http.data}}`)})`,
    // A text is called so too, and only code can tell which of the two it is.
    path: (path) => (path.length === 0 || path[0] === 'data' ? undefined : hole(`${id}.output.http.data`, path)),
  }
}

/** The results of a container, one or more items of each pass. */
export function fromResults(id: string, inner: Source | undefined): Source {
  const { result } = inner ?? {}
  return {
    isMany: true,
    items: (use) =>
      `resultsOf(${use(`{{${id}.output.iterationResults}}`)}${result ? `, ${JSON.stringify(result.keys)}, ${result.isJson}` : ''})`,
    path: () => undefined,
  }
}

/** The item that a container works on, or a part of it. */
export function fromItem(below: readonly string[] = []): Source {
  return {
    isMany: false,
    items: (use) => `itemsOf(${use(hole('$iteration', below))})`,
    path: (path) => hole('$iteration', [...below, ...path]),
  }
}

export function fromNothing(): Source {
  return { isMany: false, items: () => '[{}]', path: () => undefined }
}

export function fromSchedule(): Source {
  return {
    isMany: false,
    items: () => '[{ timestamp: new Date().toISOString() }]',
    path: (path) => (path.join('.') === 'timestamp' ? '{{current_date_time}}' : undefined),
  }
}

/** A trigger whose fields are known, each with the reference that stands for it. */
export function fromFields(fields: readonly (readonly [path: string, template: string])[]): Source {
  return {
    isMany: false,
    items: (use) =>
      `[${fields.reduce((held, [path, template]) => `put(${held}, ${JSON.stringify(path)}, given(${use(template)}))`, '{}')}]`,
    path: (path) => fields.find(([name]) => name === path.join('.'))?.[1],
  }
}

/** Fields whose names may hold any sign. */
export function fromForm(fields: readonly (readonly [label: string, name: string])[]): Source {
  return {
    isMany: false,
    items: (use) =>
      `[{ ${fields.map(([label, name]) => `${JSON.stringify(label)}: given(${use(`{{$form.${name}}}`)})`).join(', ')}, submittedAt: new Date().toISOString() }]`,
    path: (path) => {
      const field = path.length === 1 ? fields.find(([label]) => label === path[0]) : undefined
      return field && `{{$form.${field[1]}}}`
    },
  }
}

/** A request: as n8n shows it, or its body alone, as triggers of services do. */
export function fromWebhook(isBodyOnly: boolean): Source {
  const body = (use: Use): string => `bodyOf(${use('{{$webhook.body}}')})`
  return {
    isMany: false,
    items: (use) =>
      isBodyOnly
        ? `[${body(use)}]`
        : `[{ headers: bodyOf(${use('{{$webhook.headers}}')}), params: {}, query: bodyOf(${use('{{$webhook.query}}')}), body: ${body(use)} }]`,
    path: (path) => {
      if (isBodyOnly) return hole('$webhook.body', path)
      return ['body', 'headers', 'query'].includes(path[0] ?? '') ? hole('$webhook', path) : undefined
    },
  }
}

/** The question is the JSON of what the flow is called with. */
export function fromCaller(): Source {
  return { isMany: false, items: (use) => `itemsOf(${use('{{question}}')}, 'query')`, path: () => undefined }
}

/** Several that lead to one step. */
export function together(sources: readonly Source[]): Source {
  const [only] = sources
  if (!only) return fromNothing()
  if (sources.length === 1) return only
  return {
    isMany: sources.some(({ isMany }) => isMany),
    items: (use) => `[${sources.map((source) => `...${source.items(use)}`).join(', ')}]`,
    path: () => undefined,
    ...(only.result && { result: only.result }),
  }
}
