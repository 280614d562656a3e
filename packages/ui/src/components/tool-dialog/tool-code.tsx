import type { Completion } from '@codemirror/autocomplete'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

import { ChoiceButton } from '../choice-button.tsx'
import { CodeEditor } from '../code-editor.tsx'
import { Field } from '../field.tsx'
import type { ToolDraft } from './tool-draft.ts'
import { TOOL_EXAMPLES } from './tool-examples.ts'
import type { ToolExample } from './tool-examples.ts'

interface ToolCodeProps {
  draft: ToolDraft
  onChange: (changes: Partial<ToolDraft>) => void
}

/** The code, with the tool's inputs and the sandbox's words completed. */
export function ToolCode({ draft, onChange }: ToolCodeProps) {
  const { t } = useTranslation('tools')
  const completions = useMemo(() => toolCompletions(draft), [draft])
  return (
    <Field
      label={t('code.title')}
      help={t('code.help')}
      aside={
        <ChoiceButton<ToolExample | ''>
          label={t('code.example')}
          value=""
          choices={[
            { value: 'fetch', label: t('code.examples.fetch') },
            { value: 'calculate', label: t('code.examples.calculate') },
            { value: 'variable', label: t('code.examples.variable') },
          ]}
          placeholder={t('code.example')}
          onChoose={(example) => {
            if (example !== '')
              onChange({ func: [draft.func.trimEnd(), TOOL_EXAMPLES[example]].filter(Boolean).join('\n\n') })
          }}
        />
      }
    >
      {() => (
        <CodeEditor
          language="javascript"
          label={t('code.title')}
          value={draft.func}
          onChange={(func) => onChange({ func })}
          completions={completions}
          minHeight={220}
          maxHeight={360}
        />
      )}
    </Field>
  )
}

function toolCompletions(draft: ToolDraft): Completion[] {
  return [
    ...draft.rows
      .filter((row) => row.property !== '')
      .map((row) => ({ label: `$${row.property}`, type: 'variable', detail: row.type, info: row.description })),
    { label: '$vars', type: 'variable', detail: 'variables of this server' },
    { label: '$flow', type: 'variable', detail: 'ids of the flow, chat and session' },
    {
      label: 'fetch',
      type: 'function',
      detail: '(address, options)',
      info: 'Web requests; private addresses are refused.',
    },
    { label: 'console.log', type: 'function', detail: '(…values)' },
  ]
}
