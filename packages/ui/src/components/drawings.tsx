import { color } from '../theme/tokens.ts'

export type DrawingName =
  | 'flow'
  | 'document'
  | 'shop'
  | 'tool'
  | 'key'
  | 'secret'
  | 'search'
  | 'broken'
  | 'lost'
  | 'variable'

/** A line drawing in the two theme colours, at most 120 px. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg width="120" height="96" viewBox="0 0 120 96" fill="none" aria-hidden="true" strokeWidth="2">
      <g stroke={color.control} strokeLinecap="round" strokeLinejoin="round">
        {drawings[name].base}
      </g>
      <g stroke={color.primary} strokeLinecap="round" strokeLinejoin="round">
        {drawings[name].accent}
      </g>
      <g stroke={color.secondary} strokeLinecap="round" strokeLinejoin="round">
        {drawings[name].mark}
      </g>
    </svg>
  )
}

const drawings = {
  flow: {
    base: (
      <>
        <rect x="8" y="12" width="32" height="24" rx="6" />
        <rect x="8" y="60" width="32" height="24" rx="6" />
        <path d="M16 24h12M16 72h12" />
      </>
    ),
    accent: (
      <>
        <rect x="76" y="30" width="36" height="30" rx="8" />
        <path d="M88 60v8l8-8M84 41h20M84 49h12" />
      </>
    ),
    mark: <path d="M40 24c20 0 16 18 36 18M40 72c20 0 16-24 36-24" strokeDasharray="3 5" />,
  },
  document: {
    base: (
      <>
        <path d="M20 14h34l14 14v54a4 4 0 0 1-4 4H20a4 4 0 0 1-4-4V18a4 4 0 0 1 4-4z" />
        <path d="M54 14v14h14M26 66h24M26 76h18" />
      </>
    ),
    accent: <path d="M26 40h30M26 50h30" />,
    mark: (
      <>
        <circle cx="88" cy="62" r="15" />
        <path d="M88 55v14M81 62h14" />
      </>
    ),
  },
  shop: {
    base: (
      <>
        <rect x="14" y="14" width="40" height="30" rx="6" />
        <rect x="14" y="54" width="40" height="30" rx="6" />
        <path d="M22 24h16M22 32h22M22 64h16M22 72h22" />
      </>
    ),
    accent: (
      <>
        <rect x="66" y="14" width="40" height="30" rx="6" />
        <path d="M74 24h16M74 32h22" />
      </>
    ),
    mark: (
      <>
        <circle cx="86" cy="69" r="15" />
        <path d="M86 62v14M79 69h14" />
      </>
    ),
  },
  tool: {
    base: (
      <>
        <rect x="10" y="16" width="72" height="60" rx="8" />
        <path d="M10 30h72M18 23h.1M25 23h.1" />
      </>
    ),
    accent: <path d="M32 44l-8 8 8 8M52 44l8 8-8 8" />,
    mark: (
      <>
        <path d="M92 34l18 18M101 25a12 12 0 0 0-15 15l-8 8M110 34" />
        <path d="M104 66l8 8-6 6-8-8z" />
      </>
    ),
  },
  key: {
    base: <path d="M20 76h80M28 84h64" />,
    accent: (
      <>
        <circle cx="38" cy="40" r="18" />
        <circle cx="34" cy="40" r="4" />
        <path d="M56 40h46v12M88 40v9" />
      </>
    ),
    mark: <path d="M38 12V8M16 20l-3-3M60 20l3-3" />,
  },
  secret: {
    base: (
      <>
        <rect x="18" y="40" width="60" height="44" rx="8" />
        <path d="M32 40V28a16 16 0 0 1 32 0v12" />
      </>
    ),
    accent: (
      <>
        <circle cx="48" cy="60" r="5" />
        <path d="M48 65v8" />
      </>
    ),
    mark: <path d="M90 28v12M84 34h12M100 52v8M96 56h8" />,
  },
  variable: {
    base: (
      <path d="M28 14c-10 0-10 8-10 16s0 14-8 18c8 4 8 10 8 18s0 16 10 16M92 14c10 0 10 8 10 16s0 14 8 18c-8 4-8 10-8 18s0 16-10 16" />
    ),
    accent: <path d="M44 36l30 26M74 36L44 62" />,
    mark: <path d="M40 74h40" strokeDasharray="3 5" />,
  },
  search: {
    base: <path d="M14 20h40M14 36h24M14 52h18M14 68h30" />,
    accent: (
      <>
        <circle cx="72" cy="46" r="22" />
        <path d="M88 62l18 18" />
      </>
    ),
    mark: <path d="M65 39l14 14M79 39L65 53" />,
  },
  broken: {
    base: (
      <>
        <rect x="8" y="30" width="36" height="32" rx="8" />
        <rect x="76" y="34" width="36" height="32" rx="8" />
        <path d="M16 42h16M16 50h10M84 46h16M84 54h10" />
      </>
    ),
    accent: <path d="M44 46h8M68 50h8" />,
    mark: <path d="M62 30l-6 14 8 6-6 16" />,
  },
  lost: {
    base: <path d="M10 84h100M24 84l12-20 14 12 18-30 28 38" />,
    accent: (
      <>
        <path d="M60 46V14h26l-6 8 6 8H60" />
      </>
    ),
    mark: <path d="M18 30c6-8 14-8 20 0M28 44c3-4 7-4 10 0" strokeDasharray="3 5" />,
  },
}
