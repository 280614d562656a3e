import { autocompletion } from '@codemirror/autocomplete'
import type { Completion, CompletionSource } from '@codemirror/autocomplete'
import { javascript, javascriptLanguage } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { Compartment, EditorState } from '@codemirror/state'
import type { Extension } from '@codemirror/state'
import { EditorView, placeholder as placeholderText } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { useEffect, useRef } from 'react'

import { codeTheme } from './code-editor-theme.ts'

export interface CodeEditorProps {
  value: string
  onChange?: (value: string) => void
  language: 'javascript' | 'json' | 'text'
  label: string
  /** Offered beside the language's own words, such as `$input`. */
  completions?: readonly Completion[]
  isReadOnly?: boolean
  placeholder?: string
  minHeight?: number
  maxHeight?: number
}

/** CodeMirror behind plain props. Tab moves on, as everywhere else on the page; it never traps the keyboard. */
export default function CodeEditorView(props: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const onChange = useRef(props.onChange)
  const completions = useRef(props.completions ?? [])
  useEffect(() => {
    onChange.current = props.onChange
    completions.current = props.completions ?? []
  })

  useEffect(() => {
    if (!host.current) return undefined
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: props.value,
        extensions: [
          basicSetup,
          codeTheme({ minHeight: props.minHeight ?? 160, maxHeight: props.maxHeight ?? 480 }),
          languageExtensions(props.language, () => completions.current),
          EditorView.contentAttributes.of({ 'aria-label': props.label, tabindex: '0' }),
          readOnly.of(EditorState.readOnly.of(props.isReadOnly ?? false)),
          props.placeholder ? placeholderText(props.placeholder) : [],
          EditorView.updateListener.of((update) => {
            if (update.docChanged) onChange.current?.(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
    // The editor is made once per language; value and read-only state follow in effects of their own.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [props.language, props.label])

  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === props.value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: props.value } })
  }, [props.value])

  useEffect(() => {
    view.current?.dispatch({ effects: readOnly.reconfigure(EditorState.readOnly.of(props.isReadOnly ?? false)) })
  }, [props.isReadOnly])

  return <div ref={host} />
}

const readOnly = new Compartment()

function languageExtensions(
  language: CodeEditorProps['language'],
  completions: () => readonly Completion[],
): Extension {
  if (language === 'json') return [json(), autocompletion()]
  if (language === 'text') return []
  const ours: CompletionSource = (context) => {
    const word = context.matchBefore(/[$\w]+/)
    if (!word && !context.explicit) return null
    return { from: word?.from ?? context.pos, options: [...completions()], validFor: /^[$\w]*$/ }
  }
  return [javascript(), javascriptLanguage.data.of({ autocomplete: ours })]
}
