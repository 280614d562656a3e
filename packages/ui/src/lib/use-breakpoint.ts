import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'

/** From `md` up: the drawer stands beside the content instead of over it. */
export function useIsUpMedium(): boolean {
  const theme = useTheme()
  return useMediaQuery(theme.breakpoints.up('md'), { noSsr: true })
}

/** Below `lg`: room is short, the drawer closes itself. */
export function useIsDownLarge(): boolean {
  const theme = useTheme()
  return useMediaQuery(theme.breakpoints.down('lg'), { noSsr: true })
}

/** Below `sm`: a phone. */
export function useIsPhone(): boolean {
  const theme = useTheme()
  return useMediaQuery(theme.breakpoints.down('sm'), { noSsr: true })
}
