/** Black or white, whichever reads better on the colour; nothing for colours we cannot measure. */
export function readableOn(colour: string): '#FFFFFF' | '#17202B' | undefined {
  const channels = channelsOf(colour)
  if (!channels) return undefined
  const [red, green, blue] = channels.map((channel) => {
    const share = channel / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  // The point where white and our ink have the same contrast.
  return luminance > 0.2 ? '#17202B' : '#FFFFFF'
}

/** The theme whose inks are made for a ground like this; nothing for colours we cannot measure. */
export function themeFor(ground: string): 'light' | 'dark' | undefined {
  const ink = readableOn(ground)
  return ink && (ink === '#FFFFFF' ? 'dark' : 'light')
}

function channelsOf(colour: string): [number, number, number] | undefined {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(colour)
  const digits = short ? short.slice(1).map((digit) => digit + digit) : /^#(..)(..)(..)(?:..)?$/.exec(colour)?.slice(1)
  if (!digits) return undefined
  const channels = digits.map((pair) => Number.parseInt(pair, 16))
  return channels.some(Number.isNaN) ? undefined : (channels as [number, number, number])
}
