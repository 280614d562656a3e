import Box from '@mui/material/Box'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'

import { useCredentialIcon } from '../../lib/icons.ts'
import { color, radius } from '../../theme/tokens.ts'

/** The picture of a kind of credential on a quiet tile; decorative, its name stands beside it. */
export function KindIcon({ name }: { name: string }) {
  const [isMissing, setIsMissing] = useState(false)
  const source = useCredentialIcon(name)
  return (
    <Box
      sx={{
        flex: 'none',
        width: 28,
        height: 28,
        borderRadius: radius.nested,
        backgroundColor: color.sunken,
        color: color.text2,
        display: 'grid',
        placeItems: 'center',
      }}
    >
      {isMissing ? (
        <IconKey size={16} aria-hidden />
      ) : source === undefined ? null : (
        <img
          src={source}
          alt=""
          width={28}
          height={28}
          onError={() => setIsMissing(true)}
          style={{ objectFit: 'contain', borderRadius: radius.nested }}
        />
      )}
    </Box>
  )
}
