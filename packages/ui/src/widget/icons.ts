const SVG = 'http://www.w3.org/2000/svg'

function icon(...paths: string[]): () => SVGSVGElement {
  return () => {
    const svg = document.createElementNS(SVG, 'svg')
    const attributes = {
      viewBox: '0 0 24 24',
      width: '20',
      height: '20',
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': '1.75',
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
      'aria-hidden': 'true',
    }
    for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value)
    for (const path of paths) {
      const element = document.createElementNS(SVG, 'path')
      element.setAttribute('d', path)
      svg.append(element)
    }
    return svg
  }
}

export const icons = {
  chat: icon('M4 5h16v11h-9l-5 4v-4H4z', 'M8 9h8', 'M8 12h5'),
  close: icon('M6 6l12 12', 'M18 6L6 18'),
  send: icon('M12 19V5', 'M6 11l6-6 6 6'),
  stop: icon('M7 7h10v10H7z'),
  anew: icon('M12 5v14', 'M5 12h14'),
}
