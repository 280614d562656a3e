import { isNodeValue, type Document, type ToolResult } from '@chatwright/core'
import { traceCall } from './call.ts'
import { clip, clipMessages, clipValue } from './clip.ts'
import { delegate } from './delegate.ts'
import { blame, type NodeTag } from './fault.ts'
import { traceChat, traceModel, type AnotherModel } from './trace-stream.ts'
import { listedTools } from './listed-tools.ts'
import { visibleTo } from './visible-to.ts'

type HideSecrets = <Value>(value: Value) => Value

/** Makes every call of a node's value part of the trace, whoever makes it. Plain data passes unchanged. */
export function instrument(
  value: unknown,
  node: NodeTag,
  {
    hideSecrets = (said) => said,
    another,
  }: { hideSecrets?: HideSecrets | undefined; another?: AnotherModel | undefined } = {},
): unknown {
  if (!isNodeValue(value)) return value
  switch (value.kind) {
    case 'chat':
      return delegate(value, { answer: (turn, run) => traceChat(value, node, { turn, run }) })
    case 'chat-model':
      return delegate(value, {
        stream: (request, run) => traceModel(value, node, { request: visibleTo(value, request), run, another }),
      })
    case 'retriever':
      return delegate(value, {
        retrieve: (query, run, options) =>
          traceCall(node, run, {
            as: { kind: 'search', method: 'retrieve', effect: 'reads', input: { query, ...options } },
            input: clip(query),
            work: (inner) => value.retrieve(query, inner, options),
            output: describeDocuments,
            found: howMany,
          }),
      })
    case 'vector-store':
      return delegate(value, {
        search: (query, run, options) =>
          traceCall(node, run, {
            as: { kind: 'search', method: 'search', effect: 'reads', input: { query, ...options } },
            input: clip(query),
            work: (inner) => value.search(query, inner, options),
            output: describeDocuments,
            found: howMany,
          }),
        searchByVector: (vector, run, options) =>
          traceCall(node, run, {
            as: { kind: 'search', method: 'searchByVector', effect: 'reads', input: { vector, ...options } },
            input: `a vector of ${vector.length} numbers`,
            work: (inner) => value.searchByVector(vector, inner, options),
            output: describeDocuments,
            found: howMany,
          }),
        add: (documents, run, vectors) =>
          traceCall(node, run, {
            input: `${documents.length} documents`,
            work: (inner) => value.add(documents, inner, vectors),
            output: () => undefined,
          }),
        upsert: (run, onProgress) =>
          traceCall(node, run, {
            as: { kind: 'documents', method: 'upsert', effect: 'writes', input: {} },
            work: (inner) => value.upsert(inner, onProgress),
            output: (result) => clipValue({ ...result, addedDocs: result.addedDocs.length }),
          }),
        delete: (ids, run) =>
          traceCall(node, run, {
            as: { kind: 'documents', method: 'delete', effect: 'writes', input: { ids } },
            input: clip(`${ids.length} documents`),
            work: (inner) => value.delete(ids, inner),
            output: () => undefined,
          }),
      })
    case 'embeddings':
      return delegate(value, {
        embedDocuments: (texts, run) =>
          traceCall(node, run, {
            as: { kind: 'embeddings', method: 'embedDocuments', effect: 'asks', input: { texts } },
            model: value.modelName,
            input: clip(`${texts.length} texts: ${texts[0] ?? ''}`),
            work: (inner) => value.embedDocuments(texts, inner),
            output: (vectors) => `${vectors.length} vectors of ${vectors[0]?.length ?? 0} numbers`,
          }),
        embedQuery: (text, run) =>
          traceCall(node, run, {
            as: { kind: 'embeddings', method: 'embedQuery', effect: 'asks', input: { text } },
            model: value.modelName,
            input: clip(text),
            work: (inner) => value.embedQuery(text, inner),
            output: (vector) => `a vector of ${vector.length} numbers`,
          }),
      })
    case 'memory':
      return delegate(value, {
        load: (run) =>
          traceCall(node, run, {
            as: { kind: 'memory', method: 'load', effect: 'reads', input: {} },
            work: (inner) => value.load(inner),
            output: (messages) => `${messages.length} messages`,
          }),
        save: (exchange, run) =>
          traceCall(node, run, {
            as: { kind: 'memory', method: 'save', effect: 'own', input: exchange },
            input: clipMessages([
              { role: 'user', content: exchange.question },
              { role: 'assistant', content: exchange.answer },
            ]),
            work: (inner) => value.save(exchange, inner),
            output: () => undefined,
          }),
      })
    case 'tool':
      return delegate(value, {
        call: (input, run) =>
          traceCall(node, run, {
            ...(!value.callsNodes && {
              as: {
                kind: 'tool',
                method: 'call',
                effect: value.effect ?? 'writes',
                input: { tool: value.name, input },
              },
            }),
            input: clipValue(input),
            work: (inner) => tellModel(() => value.call(input, inner), hideSecrets),
            output: describeToolResult,
          }),
      })
    case 'toolkit':
      return delegate(value, {
        tools: async (run) => {
          try {
            const tools = await listedTools(value, node, run)
            return tools.map((tool) => instrument(tool, node, { hideSecrets }) as typeof tool)
          } catch (error) {
            throw blame(error, node)
          }
        },
      })
    case 'documents':
      return delegate(value, {
        load: (run, report) =>
          traceCall(node, run, {
            as: { kind: 'documents', method: 'load', effect: 'reads', input: {} },
            work: (inner) => value.load(inner, report),
            output: describeDocuments,
          }),
      })
    case 'text-splitter':
      return delegate(value, {
        splitDocuments: (documents, run) => {
          if (!run) return value.splitDocuments(documents)
          return traceCall(node, run, {
            input: `${documents.length} documents`,
            work: (inner) => value.splitDocuments(documents, inner),
            output: (passages) => `${passages.length} passages`,
          })
        },
      })
    case 'moderation':
      return delegate(value, {
        check: (text, run) =>
          traceCall(node, run, {
            as: { kind: 'moderation', method: 'check', effect: 'asks', input: { text } },
            input: clip(text),
            work: (inner) => value.check(text, inner),
            output: (refusal) => refusal ?? 'passed',
          }),
      })
    default:
      return value
  }
}

/** What a tool says goes into the model's next prompt, and so does why it failed. */
async function tellModel<Result>(call: () => Promise<Result>, hideSecrets: HideSecrets): Promise<Result> {
  try {
    return hideSecrets(await call())
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const message = hideSecrets(error.message)
    if (message !== error.message) error.message = message
    throw error
  }
}

function describeDocuments(documents: readonly Document[]): string {
  return clip(documents.map(({ pageContent }) => pageContent.slice(0, 400)).join('\n---\n'))
}

function howMany({ length }: readonly Document[]): number {
  return length
}

function describeToolResult(result: string | ToolResult): string {
  return clip(typeof result === 'string' ? result : result.content)
}
