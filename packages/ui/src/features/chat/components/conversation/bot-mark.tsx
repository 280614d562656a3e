import Avatar from '@mui/material/Avatar'

import { useChat } from '../chat-context.ts'

/** The bot's picture, on pages whose owner wants one. */
export function BotMark() {
  const { botAvatar } = useChat()
  return botAvatar === undefined ? null : <Avatar src={botAvatar} alt="" sx={{ width: 32, height: 32 }} />
}
