import Fade from '@mui/material/Fade'
import type { ThemeOptions } from '@mui/material/styles'

import { color, motion, radius, size, type } from './tokens.ts'

const focusRing = { outline: `2px solid ${color.primary}`, outlineOffset: '2px' }

const fieldInput = {
  borderRadius: radius.card,
  backgroundColor: color.paper,
  '& .MuiOutlinedInput-notchedOutline': { borderColor: color.control },
  '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: color.text2 },
  '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: color.primary, borderWidth: 2 },
  '& input::placeholder, & textarea::placeholder': { color: color.text3, opacity: 1 },
  // Below 16 px a phone zooms into the field by itself.
  '@media (pointer: coarse)': { fontSize: '1rem' },
}

/** How MUI's components wear the roles: flat at rest, one radius, a visible focus everywhere. */
/** Menus and popovers come with a small move; growing out of a point takes longer and pulls their words about. */
const appearing = { slots: { transition: Fade }, transitionDuration: { enter: motion.menu, exit: motion.press } }

export const componentStyles: NonNullable<ThemeOptions['components']> = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true, disableTouchRipple: true },
    styleOverrides: { root: { '&:focus-visible': focusRing } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: {
        minHeight: size.control,
        padding: '7px 16px',
        borderRadius: radius.card,
        whiteSpace: 'nowrap',
        transitionDuration: `${motion.press}ms`,
        '& .MuiButton-startIcon': { marginRight: 8, marginLeft: -4 },
        '@media (pointer: coarse)': { minHeight: size.touch },
        '&.Mui-disabled': { color: color.control },
      },
      outlined: { borderColor: color.control, color: color.text, '&:hover': { backgroundColor: color.hover } },
      text: { padding: '7px 12px' },
      sizeSmall: { minHeight: 32, padding: '5px 12px' },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: {
        width: size.control,
        height: size.control,
        borderRadius: radius.card,
        color: color.text2,
        '&:hover': { backgroundColor: color.hover },
        '@media (pointer: coarse)': { width: size.touch, height: size.touch },
      },
      sizeSmall: { width: 32, height: 32, '@media (pointer: coarse)': { width: size.touch, height: size.touch } },
    },
  },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiCard: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: { root: { borderRadius: radius.card, borderColor: color.line, backgroundColor: color.paper } },
  },
  MuiAppBar: {
    defaultProps: { elevation: 0, color: 'inherit' },
    styleOverrides: {
      root: { backgroundColor: color.paper, borderBottom: `1px solid ${color.line}`, color: color.text },
    },
  },
  MuiDrawer: { styleOverrides: { paper: { backgroundColor: color.paper, borderColor: color.line } } },
  MuiBackdrop: {
    styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: color.backdrop } } },
  },
  MuiDialog: {
    defaultProps: { fullWidth: true },
    styleOverrides: {
      paper: {
        borderRadius: radius.card,
        boxShadow: color.shadowDialog,
        backgroundColor: color.paper,
        border: `1px solid ${color.line}`,
        '@media (max-width: 599.95px)': { margin: 16, width: 'calc(100% - 32px)', maxHeight: 'calc(100% - 32px)' },
      },
      paperFullScreen: {
        borderRadius: 0,
        border: 0,
        '@media (max-width: 599.95px)': { margin: 0, width: '100%', maxHeight: 'none' },
      },
      paperWidthSm: { maxWidth: 480 },
      paperWidthMd: { maxWidth: 640 },
      paperWidthLg: { maxWidth: 960 },
    },
  },
  MuiDialogTitle: { styleOverrides: { root: { ...type.section, padding: '16px 24px' } } },
  MuiDialogContent: { styleOverrides: { root: { padding: '8px 24px 24px' } } },
  MuiDialogActions: {
    styleOverrides: { root: { padding: '12px 24px', gap: 8, '& > :not(style) ~ :not(style)': { marginLeft: 0 } } },
  },
  MuiMenu: { defaultProps: { slotProps: { list: { dense: false } }, ...appearing } },
  MuiPopover: {
    defaultProps: appearing,
    styleOverrides: {
      paper: {
        '@keyframes cw-appear': { from: { transform: 'translateY(-4px)' } },
        animation: `cw-appear ${motion.menu}ms ${motion.easing}`,
        borderRadius: radius.card,
        boxShadow: color.shadowMenu,
        backgroundColor: color.raised,
        border: `1px solid ${color.line}`,
      },
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        minHeight: size.menuRow,
        gap: 8,
        margin: '0 8px',
        padding: '8px',
        borderRadius: radius.nested,
        ...type.body,
        '&:hover': { backgroundColor: color.hover },
        '&.Mui-focusVisible': { backgroundColor: color.hover, ...focusRing, outlineOffset: '-2px' },
        '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: color.primarySoft, color: color.onPrimarySoft },
        '& .MuiListItemIcon-root': { minWidth: 0 },
        '@media (min-width: 600px)': { minHeight: size.menuRow },
        '@media (pointer: coarse)': { minHeight: size.touch },
      },
    },
  },
  MuiListItemIcon: { styleOverrides: { root: { minWidth: 'auto', color: color.text2 } } },
  MuiListItemButton: {
    styleOverrides: {
      root: {
        borderRadius: radius.card,
        '&:hover': { backgroundColor: color.hover },
        '&.Mui-focusVisible': { backgroundColor: color.hover },
        '&:focus-visible': { outlineOffset: '-2px' },
      },
    },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 400, enterNextDelay: 100 },
    styleOverrides: {
      tooltip: {
        ...type.caption,
        backgroundColor: color.toast,
        color: color.onToast,
        borderRadius: radius.nested,
        padding: '4px 8px',
      },
      arrow: { color: color.toast },
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: fieldInput,
      input: { padding: '8px 12px', height: 20 },
      adornedStart: { paddingLeft: 12, '& input': { paddingLeft: 0 } },
      multiline: { padding: 0, '& textarea.MuiOutlinedInput-input': { padding: '8px 12px', height: 'auto' } },
    },
  },
  MuiInputBase: { styleOverrides: { root: type.body } },
  MuiFormHelperText: {
    styleOverrides: {
      root: { margin: '4px 0 0', color: color.text3, ...type.caption, '&.Mui-error': { color: color.error } },
    },
  },
  MuiFormLabel: {
    styleOverrides: { root: { ...type.strong, color: color.text, '&.Mui-focused': { color: color.text } } },
  },
  MuiSelect: { styleOverrides: { select: { minHeight: 'auto' }, icon: { color: color.text2 } } },
  MuiChip: {
    styleOverrides: {
      root: { height: 24, borderRadius: radius.nested, ...type.caption, '&:focus-visible': focusRing },
      label: { paddingLeft: 8, paddingRight: 8 },
      outlined: { borderColor: color.line },
    },
  },
  MuiTabs: {
    styleOverrides: { root: { minHeight: 40 }, indicator: { height: 2, backgroundColor: color.primary } },
  },
  MuiTab: {
    styleOverrides: {
      root: {
        minHeight: 40,
        padding: '8px 12px',
        minWidth: 0,
        ...type.strong,
        textTransform: 'none',
        color: color.text2,
        '&.Mui-selected': { color: color.primary },
        '&:focus-visible': { outlineOffset: '-2px' },
      },
    },
  },
  MuiTableCell: {
    styleOverrides: {
      root: { height: size.tableRow, padding: '4px 12px', borderColor: color.line, ...type.body },
      head: { backgroundColor: color.sunken, color: color.text2, ...type.strong },
    },
  },
  MuiTableRow: { styleOverrides: { root: { '&.Mui-selected': { backgroundColor: color.primarySoft } } } },
  MuiSwitch: {
    styleOverrides: {
      root: {
        flexShrink: 0,
        width: 40,
        height: 24,
        padding: 0,
        overflow: 'visible',
        '& .Mui-focusVisible + .MuiSwitch-track, & input:focus-visible ~ .MuiSwitch-track': focusRing,
        '@media (pointer: coarse)': { '& .MuiSwitch-input': { top: -10, height: size.touch } },
      },
      track: { backgroundColor: color.control, opacity: 1, borderRadius: radius.card },
      switchBase: {
        padding: 4,
        '&.Mui-checked': { transform: 'translateX(16px)' },
        '&.Mui-checked + .MuiSwitch-track': { opacity: 1 },
        '&.Mui-disabled + .MuiSwitch-track': { opacity: 0.5 },
      },
      // Inside its track: on the same ground as the page it would be seen only as a bite out of it.
      thumb: { width: 16, height: 16, boxShadow: 'none', backgroundColor: color.paper },
    },
  },
  MuiCheckbox: { styleOverrides: { root: { color: color.control, padding: 6 } } },
  MuiSkeleton: { defaultProps: { animation: 'pulse' }, styleOverrides: { root: { backgroundColor: color.sunken } } },
  MuiToggleButton: {
    styleOverrides: {
      root: {
        minHeight: size.control,
        padding: '0 8px',
        '@media (pointer: coarse)': { minHeight: size.touch, minWidth: size.touch },
        borderColor: color.control,
        color: color.text2,
        borderRadius: radius.card,
        textTransform: 'none',
        '&.Mui-selected': { backgroundColor: color.primarySoft, color: color.onPrimarySoft },
      },
    },
  },
  MuiLink: { defaultProps: { underline: 'hover' } },
}
