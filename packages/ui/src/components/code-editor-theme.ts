import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

import { color, monoFamily } from '../theme/tokens.ts'

/** The editor in the theme's own roles, so that it follows light and dark by itself. */
export function codeTheme({ minHeight, maxHeight }: { minHeight: number; maxHeight: number }): Extension {
  return [
    EditorView.theme({
      '&': { backgroundColor: color.sunken, color: color.text, fontSize: '13px' },
      '&.cm-focused': { outline: 'none' },
      '.cm-scroller': {
        fontFamily: monoFamily,
        lineHeight: '20px',
        minHeight: `${minHeight}px`,
        maxHeight: `${maxHeight}px`,
      },
      '.cm-content': { caretColor: color.text, padding: '8px 0' },
      '.cm-cursor': { borderLeftColor: color.text },
      '.cm-gutters': { backgroundColor: color.sunken, color: color.text3, border: 'none' },
      '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: color.hover },
      '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection': {
        backgroundColor: `${color.primarySoft} !important`,
      },
      '.cm-placeholder': { color: color.text3 },
      '.cm-tooltip': { backgroundColor: color.raised, color: color.text, border: `1px solid ${color.line}` },
      '.cm-tooltip-autocomplete ul li[aria-selected]': {
        backgroundColor: color.primarySoft,
        color: color.onPrimarySoft,
      },
      '.cm-panels': { backgroundColor: color.paper, color: color.text },
      '.cm-matchingBracket': { backgroundColor: color.primarySoft },
    }),
    syntaxHighlighting(highlight),
  ]
}

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: color.portMemory },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: color.portEmbedding },
  { tag: [tags.number, tags.bool, tags.null], color: color.portTool },
  { tag: [tags.comment], color: color.text3, fontStyle: 'italic' },
  { tag: [tags.propertyName, tags.definition(tags.variableName)], color: color.portModel },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: color.portDocument },
  { tag: tags.invalid, color: color.error },
])
