/** Every colour of the product, by role. Components use `color.<role>`; nothing else names a colour. */
export interface ColorRoles {
  page: string
  paper: string
  /** Behind pictures, in both themes: those without a ground of their own are drawn for white paper. */
  pictureGround: string
  sunken: string
  raised: string
  line: string
  control: string
  text: string
  text2: string
  text3: string
  primary: string
  primaryHover: string
  onPrimary: string
  primarySoft: string
  onPrimarySoft: string
  secondary: string
  onSecondary: string
  secondarySoft: string
  onSecondarySoft: string
  success: string
  successSoft: string
  onSuccessSoft: string
  warning: string
  warningSoft: string
  onWarningSoft: string
  error: string
  errorHover: string
  onError: string
  errorSoft: string
  onErrorSoft: string
  edge: string
  dots: string
  toast: string
  onToast: string
  hover: string
  backdrop: string
  shadowMenu: string
  shadowDialog: string
  portModel: string
  portMemory: string
  portDocument: string
  portEmbedding: string
  portRetriever: string
  portTool: string
  portPrompt: string
  portChain: string
}

export const lightColors: ColorRoles = {
  page: '#F5F7FA',
  paper: '#FFFFFF',
  pictureGround: '#FFFFFF',
  sunken: '#EEF1F5',
  raised: '#FFFFFF',
  line: '#D5DBE3',
  control: '#7C8797',
  text: '#17202B',
  text2: '#4A5666',
  text3: '#5F6B7A',
  primary: '#1565C0',
  primaryHover: '#0F4F9A',
  onPrimary: '#FFFFFF',
  primarySoft: '#E3F0FD',
  onPrimarySoft: '#0F4F9A',
  secondary: '#5E35B1',
  onSecondary: '#FFFFFF',
  secondarySoft: '#EFE9FA',
  onSecondarySoft: '#4A2A91',
  success: '#1B7A3D',
  successSoft: '#E5F5EA',
  onSuccessSoft: '#14592D',
  warning: '#8A5300',
  warningSoft: '#FFF3DC',
  onWarningSoft: '#6B4000',
  error: '#C62828',
  errorHover: '#8E1B1B',
  onError: '#FFFFFF',
  errorSoft: '#FDECEA',
  onErrorSoft: '#8E1B1B',
  edge: '#7F8B9B',
  dots: '#C9D1DB',
  toast: '#1F2935',
  onToast: '#FFFFFF',
  hover: 'rgba(23,32,43,.05)',
  backdrop: 'rgba(10,14,20,.45)',
  shadowMenu: '0 4px 16px rgba(16,24,40,.12)',
  shadowDialog: '0 16px 48px rgba(16,24,40,.20)',
  portModel: '#1565C0',
  portMemory: '#5E35B1',
  portDocument: '#0B7285',
  portEmbedding: '#4D6100',
  portRetriever: '#7A4B24',
  portTool: '#A0430A',
  portPrompt: '#9C2A7A',
  portChain: '#3D4B5C',
}

export const darkColors: ColorRoles = {
  page: '#11151B',
  paper: '#1A2029',
  pictureGround: '#FFFFFF',
  sunken: '#232B36',
  raised: '#252D39',
  line: '#313B48',
  control: '#76849A',
  text: '#E8EDF4',
  text2: '#AEB9C7',
  text3: '#95A1B1',
  primary: '#82B8FF',
  primaryHover: '#A6CDFF',
  onPrimary: '#0B1B30',
  primarySoft: '#16304F',
  onPrimarySoft: '#A6CDFF',
  secondary: '#B9A3F5',
  onSecondary: '#190F33',
  secondarySoft: '#2C2348',
  onSecondarySoft: '#CDBDF9',
  success: '#62D28C',
  successSoft: '#10301C',
  onSuccessSoft: '#8FE0AC',
  warning: '#F2BC57',
  warningSoft: '#35260B',
  onWarningSoft: '#F7D08A',
  error: '#FF8F86',
  errorHover: '#FFB4AD',
  onError: '#3A1715',
  errorSoft: '#3A1715',
  onErrorSoft: '#FFB4AD',
  edge: '#76849A',
  dots: '#2A3340',
  toast: '#E8EDF4',
  onToast: '#17202B',
  hover: 'rgba(232,237,244,.06)',
  backdrop: 'rgba(10,14,20,.45)',
  shadowMenu: '0 4px 16px rgba(0,0,0,.32)',
  shadowDialog: '0 16px 48px rgba(0,0,0,.40)',
  portModel: '#82B8FF',
  portMemory: '#B9A3F5',
  portDocument: '#5CC8DB',
  portEmbedding: '#BFD362',
  portRetriever: '#DDB08A',
  portTool: '#FFA971',
  portPrompt: '#F09AD3',
  portChain: '#B4C0CF',
}

/** Each role as a CSS variable that follows the theme: `color.paper` is `var(--cw-paper)`. */
export const color = Object.fromEntries(
  Object.keys(lightColors).map((role) => [role, `var(${variableName(role)})`]),
) as unknown as ColorRoles

export function variableName(role: string): string {
  return `--cw-${role.replaceAll(/[A-Z0-9]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

export const fontFamily = `'Roboto Variable', 'Roboto Fallback', Roboto, system-ui, sans-serif`
export const monoFamily = `'Roboto Mono Variable', ui-monospace, 'DejaVu Sans Mono', monospace`

/** Type scale: size / line / weight. Nothing under 12 px. */
export const type = {
  title: { fontSize: '1.5rem', lineHeight: '2rem', fontWeight: 500 },
  section: { fontSize: '1.125rem', lineHeight: '1.625rem', fontWeight: 500 },
  card: { fontSize: '1rem', lineHeight: '1.5rem', fontWeight: 500 },
  body: { fontSize: '0.875rem', lineHeight: '1.25rem', fontWeight: 400 },
  strong: { fontSize: '0.875rem', lineHeight: '1.25rem', fontWeight: 500 },
  small: { fontSize: '0.8125rem', lineHeight: '1.125rem', fontWeight: 400 },
  caption: { fontSize: '0.75rem', lineHeight: '1rem', fontWeight: 400 },
  chat: { fontSize: '0.9375rem', lineHeight: '1.5rem', fontWeight: 400 },
} as const

export const radius = { card: '12px', nested: '8px', round: '999px' } as const

export const motion = {
  easing: 'cubic-bezier(.2,0,0,1)',
  press: 120,
  menu: 180,
  panel: 240,
  camera: 300,
} as const

export const size = {
  /** Questions, answers and the field of a wide chat, which end at the same edges. */
  chatColumn: 600,
  topBar: 66,
  contentTop: 75,
  drawer: 260,
  contentWidth: 1440,
  formWidth: 720,
  control: 36,
  controlInNode: 32,
  touch: 44,
  tableRow: 44,
  menuRow: 40,
} as const

/** In MUI spacing units: 24 px. */
export const gridSpacing = 3
