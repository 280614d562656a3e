import { css } from '@emotion/react'

import { color, monoFamily, radius, type } from '../../theme/tokens.ts'

const heading = (size: string, line: string) => ({
  fontSize: size,
  lineHeight: line,
  fontWeight: 500,
  margin: '24px 0 8px',
})

/** How an answer is set: a calm column, code on sunken ground, tables with row lines only. */
export const markdownStyles = css({
  ...type.chat,
  color: 'inherit',
  overflowWrap: 'anywhere',
  '& > :first-of-type': { marginTop: 0 },
  '& > :last-child': { marginBottom: 0 },
  '& p': { margin: '0 0 12px' },
  '& h1': heading('1.25rem', '1.75rem'),
  '& h2': heading('1.125rem', '1.625rem'),
  '& h3, & h4, & h5, & h6': heading('1rem', '1.5rem'),
  '& ul, & ol': { margin: '0 0 12px', paddingInlineStart: '20px' },
  '& li': { marginBottom: '4px' },
  '& li > p': { marginBottom: '4px' },
  '& li:last-child, & li:last-child > p:last-child': { marginBottom: 0 },
  '& li > ul, & li > ol': { margin: '4px 0 0' },
  '& .contains-task-list': { listStyle: 'none', paddingInlineStart: 0 },
  '& a': { color: color.primary, textDecoration: 'underline', textUnderlineOffset: '2px' },
  '& strong': { fontWeight: 500 },
  '& blockquote': {
    margin: '0 0 12px',
    paddingInlineStart: '12px',
    borderInlineStart: `3px solid ${color.line}`,
    color: color.text2,
  },
  '& blockquote > :last-child': { marginBottom: 0 },
  '& hr': { border: 0, borderTop: `1px solid ${color.line}`, margin: '24px 0' },
  '& code': { fontFamily: monoFamily, fontSize: '0.8125rem', lineHeight: '1.25rem', color: color.text },
  '& :not(pre) > code': { backgroundColor: color.sunken, borderRadius: radius.nested, padding: '2px 4px' },
  // Code and formulas are read from the left, whatever stands around them.
  '& pre, & code, & .katex': { direction: 'ltr', unicodeBidi: 'isolate', textAlign: 'start' },
  '& pre code': { whiteSpace: 'pre', overflowWrap: 'normal' },
  '& .table-scroller': { overflowX: 'auto', margin: '0 0 12px' },
  '& table': { borderCollapse: 'collapse', minWidth: '50%', ...type.body },
  '& th': { textAlign: 'start', fontWeight: 500, color: color.text2 },
  '& th, & td': {
    padding: '8px 0',
    paddingInlineEnd: '24px',
    verticalAlign: 'top',
    borderBottom: `1px solid ${color.line}`,
    overflowWrap: 'normal',
    fontVariantNumeric: 'tabular-nums',
  },
  '& th:last-child, & td:last-child': { paddingInlineEnd: 0 },
  '& td.is-long': { minWidth: '10rem' },
  '& .katex-display': { margin: '12px 0', overflowX: 'auto', overflowY: 'hidden', padding: '4px 0' },
  '& .katex': { fontSize: '1.1em' },
  // What is out of sight costs nothing while the rest is written; as it was drawn before, its height is known. The last one
  // too: a block that became so only once it is settled would be gone for a moment, and jump.
  '&[data-writing] > *': { contentVisibility: 'auto', containIntrinsicSize: 'auto 100px' },
  // A soft caret at the end of what is being written.
  '&[data-writing] > :last-child:not(:has(pre, table))::after': {
    content: '""',
    display: 'inline-block',
    width: '8px',
    height: '1em',
    marginLeft: '4px',
    verticalAlign: 'text-bottom',
    borderRadius: '2px',
    backgroundColor: color.primary,
    animation: 'cw-caret 1s ease-in-out infinite',
  },
  '@keyframes cw-caret': { '50%': { opacity: 0.2 } },
  // Code colours come from the port roles: each is readable on sunken ground in both themes.
  '& .hljs-comment, & .hljs-quote': { color: color.text3, fontStyle: 'italic' },
  '& .hljs-keyword, & .hljs-selector-tag, & .hljs-literal, & .hljs-type': { color: color.portMemory },
  '& .hljs-string, & .hljs-regexp, & .hljs-addition, & .hljs-attribute': { color: color.portDocument },
  '& .hljs-number, & .hljs-symbol, & .hljs-bullet': { color: color.portTool },
  '& .hljs-title, & .hljs-section, & .hljs-name': { color: color.portModel },
  '& .hljs-attr, & .hljs-variable, & .hljs-template-variable, & .hljs-property': { color: color.portPrompt },
  '& .hljs-built_in, & .hljs-meta, & .hljs-selector-class': { color: color.portRetriever },
  '& .hljs-deletion': { color: color.error },
})
