// Runs before the first paint, so it stays tiny and reads the one setting that decides the background.
try {
  const chosen = localStorage.getItem('isDarkMode')
  const isDark = chosen === null ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'true'
  document.documentElement.setAttribute('data-theme', isDark ? 'dark' : 'light')
  document.documentElement.style.backgroundColor = isDark ? '#11151B' : '#F5F7FA'
} catch {
  // Storage may be closed to us (private windows, embedded pages): the light theme is the fallback.
  document.documentElement.setAttribute('data-theme', 'light')
}

// The canvas is the heaviest screen: its files load beside the shell's, not after them.
if (/^\/canvas(\/|$)/.test(location.pathname)) {
  for (const address of (document.currentScript.dataset.canvas ?? '').split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    link.rel = 'preload'
    link.as = address.endsWith('.css') ? 'style' : 'script'
    link.href = address
    document.head.append(link)
  }
}
