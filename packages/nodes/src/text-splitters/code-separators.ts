const C_LIKE_BLOCKS = ['\nif ', '\nfor ', '\nwhile ', '\nswitch ', '\ncase ']
const LINES = ['\n\n', '\n', ' ', '']

/** Where a programming language is best cut: whole declarations first, then blocks, then lines. */
export const CODE_SEPARATORS = {
  cpp: ['\nclass ', '\nvoid ', '\nint ', '\nfloat ', '\ndouble ', ...C_LIKE_BLOCKS, ...LINES],
  csharp: ['\nnamespace ', '\nclass ', '\ninterface ', '\npublic ', '\nprivate ', ...C_LIKE_BLOCKS, ...LINES],
  go: ['\nfunc ', '\ntype ', '\nvar ', '\nconst ', '\nif ', '\nfor ', '\nswitch ', '\ncase ', ...LINES],
  html: ['<body', '<section', '<article', '<div', '<h1', '<h2', '<h3', '<p', '<li', '<table', '<tr', ...LINES],
  java: ['\nclass ', '\ninterface ', '\npublic ', '\nprotected ', '\nprivate ', '\nstatic ', ...C_LIKE_BLOCKS, ...LINES],
  js: ['\nexport ', '\nfunction ', '\nclass ', '\nconst ', '\nlet ', '\nvar ', ...C_LIKE_BLOCKS, '\ndefault ', ...LINES],
  latex: [
    '\n\\chapter{',
    '\n\\section{',
    '\n\\subsection{',
    '\n\\subsubsection{',
    '\n\\begin{enumerate}',
    '\n\\begin{itemize}',
    '\n\\begin{verbatim}',
    '\n\\begin{align}',
    '$$',
    ...LINES,
  ],
  markdown: ['\n# ', '\n## ', '\n### ', '\n#### ', '\n##### ', '\n###### ', '```\n\n', '\n\n---\n\n', ...LINES],
  php: ['\nfunction ', '\nclass ', '\nif ', '\nforeach ', '\nwhile ', '\ndo ', '\nswitch ', '\ncase ', ...LINES],
  proto: ['\nmessage ', '\nservice ', '\nenum ', '\noption ', '\nimport ', '\nsyntax ', ...LINES],
  python: ['\nclass ', '\ndef ', '\nasync def ', '\n\tdef ', '\n    def ', ...LINES],
  rst: ['\n===\n', '\n---\n', '\n***\n', '\n.. ', ...LINES],
  ruby: ['\nclass ', '\nmodule ', '\ndef ', '\nif ', '\nunless ', '\nwhile ', '\nfor ', '\ndo ', '\nbegin ', ...LINES],
  rust: ['\nfn ', '\npub ', '\nimpl ', '\nstruct ', '\nenum ', '\nconst ', '\nlet ', '\nmatch ', '\nloop ', ...LINES],
  scala: ['\nclass ', '\nobject ', '\ntrait ', '\ndef ', '\nval ', '\nvar ', '\nif ', '\nfor ', '\nmatch ', ...LINES],
  sol: ['\npragma ', '\ncontract ', '\ninterface ', '\nlibrary ', '\nconstructor ', '\nfunction ', '\nevent ', ...LINES],
  swift: ['\nfunc ', '\nclass ', '\nstruct ', '\nenum ', '\nprotocol ', '\nif ', '\nfor ', '\nswitch ', ...LINES],
  ts: ['\nexport ', '\nfunction ', '\nclass ', '\ninterface ', '\ntype ', '\nconst ', '\nlet ', ...C_LIKE_BLOCKS, ...LINES],
} satisfies Record<string, readonly string[]>

export type CodeLanguage = keyof typeof CODE_SEPARATORS
