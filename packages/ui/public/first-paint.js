// Runs before the first paint, so it stays tiny and reads the one setting that decides the background.
try {
  const isDark = localStorage.getItem('isDarkMode') === 'true'
  document.documentElement.setAttribute('data-theme', isDark ? 'dark' : 'light')
  document.documentElement.style.backgroundColor = isDark ? '#11151B' : '#F5F7FA'
} catch {
  // Storage may be closed to us (private windows, embedded pages): the light theme is the fallback.
  document.documentElement.setAttribute('data-theme', 'light')
}
