import Box from '@mui/material/Box'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import type { SxProps } from '@mui/material/styles'

import { color, radius, size, type } from '../../../theme/tokens.ts'
import { visuallyHidden } from '../../../components/visually-hidden.ts'
import type { MenuCollapse, MenuFilePicker, MenuLink } from './menu-entries.ts'

type Row = MenuCollapse | MenuLink | MenuFilePicker

/** Icon, title, caption and chip: the same for every kind of row. */
export function MenuRowLook({ entry, isActive = false }: { entry: Row; isActive?: boolean }) {
  const { icon: RowIcon, title, caption, chip } = entry
  return (
    <>
      {RowIcon ? (
        <ListItemIcon sx={{ marginRight: 1.5, color: isActive ? color.secondary : color.text2 }}>
          <RowIcon size={20} aria-hidden />
        </ListItemIcon>
      ) : null}
      <ListItemText
        primary={title}
        secondary={caption}
        slotProps={{
          primary: { sx: isActive ? type.strong : type.body, noWrap: true },
          secondary: { sx: { ...type.caption, color: color.text3 }, noWrap: true },
        }}
        sx={{ margin: 0 }}
      />
      {chip ? (
        <Box component="span" sx={{ ...type.caption, ...chipColors[chip.color ?? 'default'], ...chipShape }}>
          {chip.words === undefined ? (
            chip.label
          ) : (
            <>
              <span aria-hidden>{chip.label}</span>
              <span style={visuallyHidden}>{chip.words}</span>
            </>
          )}
        </Box>
      ) : null}
    </>
  )
}

const chipShape = { padding: '4px 8px', borderRadius: radius.nested, marginLeft: 1 }

const chipColors = {
  default: { backgroundColor: color.sunken, color: color.text2 },
  primary: { backgroundColor: color.primarySoft, color: color.onPrimarySoft },
  secondary: { backgroundColor: color.secondarySoft, color: color.onSecondarySoft },
}

export function rowStyle({ depth, isActive = false }: { depth: number; isActive?: boolean }): SxProps {
  return {
    minHeight: size.menuRow,
    padding: '4px 12px',
    paddingLeft: `${12 + depth * 16}px`,
    position: 'relative',
    '@media (pointer: coarse)': { minHeight: size.touch },
    ...(isActive && {
      backgroundColor: color.secondarySoft,
      color: color.onSecondarySoft,
      '&:hover, &.Mui-focusVisible': { backgroundColor: color.secondarySoft },
      '&::before': {
        content: '""',
        position: 'absolute',
        left: 0,
        top: 8,
        bottom: 8,
        width: 3,
        borderRadius: 3,
        backgroundColor: color.secondary,
      },
    }),
  }
}
