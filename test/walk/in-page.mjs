// Runs in the pages that are walked, before their own scripts: what is wrong with how a page is laid out, as texts.

globalThis.walk = (() => {
  /** A number with its unit, a share or a change. */
  const FIGURE = /^[\s↑↓+−<~-]*[\d.,]+\s*(?:%|[kMBT]|[kMGTPE]?B|×)?$/u;

  const SLACK = 1;

  const style = (element) => getComputedStyle(element);
  const isClipping = (overflow) => overflow === 'hidden' || overflow === 'clip';
  const isScrolling = (overflow) => overflow === 'auto' || overflow === 'scroll';
  const isFixed = (element) => {
    for (let each = element; each; each = each.parentElement)
      if (['fixed', 'sticky'].includes(style(each).position) || each.matches(':popover-open, dialog'))
        return true;
    return false;
  };
  /** For readers of screens only: a pixel in size. */
  const isHidden = (element) => {
    for (let each = element; each && each !== document.body; each = each.parentElement) {
      const { width, height } = each.getBoundingClientRect();
      if (width <= 1.5 && height <= 1.5 && style(each).position === 'absolute') return true;
    }
    return false;
  };

  const blockOf = (element) => {
    let each = element;
    while (each.parentElement && style(each).display === 'inline') each = each.parentElement;
    return each;
  };

  const everywhere = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };

  /** What of an element's contents can be seen, and what cuts it. */
  function createClips() {
    const known = new Map();
    return function clipOf(element) {
      if (!element || element === document.documentElement || element === document.body)
        return { box: everywhere, scrollsX: false, scrollsY: false };
      if (known.has(element)) return known.get(element);
      const { overflowX, overflowY, position } = style(element);
      const outer = clipOf(position === 'fixed' ? undefined : element.parentElement);
      const own = element.getBoundingClientRect();
      const isSvgPart = element instanceof SVGElement && element.tagName !== 'svg';
      const clip = { ...outer, box: { ...outer.box } };
      if (!isSvgPart && isClipping(overflowX)) {
        clip.box.left = Math.max(clip.box.left, own.left);
        clip.box.right = Math.min(clip.box.right, own.right);
        clip.cutsX = element;
      }
      if (!isSvgPart && isClipping(overflowY)) {
        clip.box.top = Math.max(clip.box.top, own.top);
        clip.box.bottom = Math.min(clip.box.bottom, own.bottom);
      }
      if (isScrolling(overflowX)) clip.scrollsX = true;
      if (isScrolling(overflowY)) clip.scrollsY = true;
      known.set(element, clip);
      return clip;
    };
  }

  /** The lines of text that are shown, each with its box. */
  function linesOfText() {
    const clipOf = createClips();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const lines = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.data.trim();
      const element = node.parentElement;
      if (text === '' || element.closest('script, style, noscript, option, title, textarea')) continue;
      if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) || isHidden(element))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const clip = clipOf(element);
      for (const { left, right, top, bottom } of range.getClientRects())
        if (right - left > SLACK) lines.push({ node, text, element, clip, left, right, top, bottom });
    }
    return lines;
  }

  const short = (text) => {
    const shown = JSON.stringify(text.length > 40 ? `${text.slice(0, 24)}…${text.slice(-12)}` : text);
    return shown.replace(
      /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
      (mark) => `\\u${mark.charCodeAt(0).toString(16)}`,
    );
  };

  const place = (element) => {
    const section = element.closest('section, dialog, [popover], nav, header, form, table');
    const name =
      section?.getAttribute('aria-label') ??
      section?.querySelector('h1, h2, h3, caption')?.textContent ??
      section?.className ??
      '';
    return name ? ` in ${short(name.trim())}` : '';
  };

  const finding = (what, example, element) => ({ what: element ? what + place(element) : what, example });

  function cutLines(lines) {
    const found = [];
    for (const { text, element, clip, left, right, top, bottom } of lines) {
      const { box } = clip;
      const say = (what) => found.push(finding(what, short(text), element));
      const seenRight = Math.min(right, box.right);
      const seenLeft = Math.max(left, box.left);
      if (seenRight <= seenLeft) continue;
      if (!clip.scrollsX && (seenRight > innerWidth + SLACK || seenLeft < -SLACK)) say('out of the window');
      if (!clip.scrollsX && (right > box.right + 2 || left < box.left - 2)) {
        const ellipsis = [clip.cutsX, clip.cutsX?.parentElement].some(
          (each) =>
            each && (style(each).textOverflow === 'ellipsis' || style(each).webkitLineClamp !== 'none'),
        );
        if (FIGURE.test(text)) say('a figure is cut');
        else if (!ellipsis && !(element instanceof SVGElement)) say('cut without an ellipsis');
        else if (!element.closest('[title]') && !(element instanceof SVGElement)) say('cut without a title');
      }
      const seen = (Math.min(bottom, box.bottom) - Math.max(top, box.top)) / (bottom - top);
      if (!clip.scrollsY && seen > 0.15 && seen < 0.8) say('a line is cut through');
    }
    return found;
  }

  /** A text in pieces, of which some may be cut, has all of it in its title. */
  const isOneText = (one, other) => {
    const whole = one.element.closest('[title]');
    return whole !== null && whole === other.element.closest('[title]');
  };

  /** Texts of different elements on top of each other, or without a space between them. */
  function collisions(lines) {
    const boxes = lines
      .filter(({ element }) => !isFixed(element))
      .map(({ clip, left, right, top, bottom, ...rest }) => {
        const inset = (bottom - top) * 0.28;
        return {
          ...rest,
          ...{ left: Math.max(left, clip.box.left), right: Math.min(right, clip.box.right) },
          ...{ top: Math.max(top + inset, clip.box.top), bottom: Math.min(bottom - inset, clip.box.bottom) },
        };
      })
      .filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top > 1)
      .sort((one, other) => one.top - other.top);
    const found = [];
    boxes.forEach((one, index) => {
      for (let next = index + 1; next < boxes.length && boxes[next].top < one.bottom; next++) {
        const other = boxes[next];
        if (one.node === other.node || other.bottom <= one.top || isOneText(one, other)) continue;
        const gap = Math.max(one.left, other.left) - Math.min(one.right, other.right);
        const what = gap < -1 ? 'texts on top of each other' : gap < 2 ? 'no space between texts' : undefined;
        if (what === undefined || blockOf(one.element) === blockOf(other.element)) continue;
        const [first, second] = one.left <= other.left ? [one, other] : [other, one];
        found.push(finding(what, `${short(first.text)} and ${short(second.text)}`, one.element));
      }
    });
    return found;
  }

  const MOST_EMPTY_PX = 120;
  const shownSheets = () =>
    [...document.querySelectorAll('main .sheet')].filter((sheet) => sheet.checkVisibility());

  /** Space in which a reader would expect something. */
  function holes(lines) {
    const found = [];
    const sheets = shownSheets().filter((sheet) => !sheet.parentElement.closest('.sheet'));
    const lowest = Math.max(0, ...sheets.map((sheet) => sheet.getBoundingClientRect().bottom));
    for (const sheet of sheets) {
      const own = sheet.getBoundingClientRect();
      const parts = [
        ...lines.filter(({ element }) => sheet.contains(element)),
        ...[...sheet.querySelectorAll('svg, button, input')].map((each) => each.getBoundingClientRect()),
      ];
      const filled = Math.max(own.top, ...parts.map(({ bottom }) => bottom));
      const empty = Math.round(own.bottom - filled);
      if (empty > MOST_EMPTY_PX) found.push(finding('empty at the end of the sheet', `${empty} px`, sheet));
      const below = sheets
        .map((other) => other.getBoundingClientRect())
        .filter(
          ({ left, right, top }) => top >= own.bottom - 1 && left < own.right - 1 && right > own.left + 1,
        )
        .map(({ top }) => top);
      const gap = Math.round((below.length > 0 ? Math.min(...below) : lowest) - own.bottom);
      if (gap > MOST_EMPTY_PX) found.push(finding('empty below the sheet', `${gap} px`, sheet));
    }
    const main = document.querySelector('main')?.getBoundingClientRect();
    const isBelow = ({ element }) => element.closest('main');
    const farthest = Math.max(
      0,
      ...lines.filter(isBelow).map(({ right, clip }) => Math.min(right, clip.box.right)),
    );
    if (main && innerWidth >= 1100 && innerWidth <= 1440 && farthest < main.left + main.width * 0.55)
      found.push(finding('the right half is empty', `from ${Math.round(farthest)} px on`));
    return found;
  }

  /** Direction marks in a name that turn what stands beside it around. */
  function looseMarks(lines) {
    return lines
      .filter(({ node, text, element }) => {
        if (!/[\u202a-\u202e\u2066-\u2069]/u.test(text)) return false;
        const block = blockOf(element);
        if (block.textContent.trim() === node.data.trim()) return false;
        for (let each = element; each !== block; each = each.parentElement)
          if (style(each).unicodeBidi.startsWith('isolate') || style(each).unicodeBidi === 'plaintext')
            return false;
        return true;
      })
      .map(({ text, element }) => finding('direction marks take effect beside it', short(text), element));
  }

  /** A row that says the same twice, such as a site that has its domain for a name. */
  function saidTwice(lines) {
    const found = [];
    for (const row of document.querySelectorAll('main tbody tr, [popover] li')) {
      const texts = [
        ...new Map(
          lines.filter(({ element }) => row.contains(element)).map((line) => [line.node, line.text]),
        ).values(),
      ];
      const names = texts.filter((text) => /\p{L}\.\p{L}/u.test(text));
      if (new Set(names).size < names.length)
        found.push(finding('the same twice in a row', short(names[0]), row));
    }
    return found;
  }

  const sideways = () => {
    const over = document.documentElement.scrollWidth - innerWidth;
    return over > 0 ? [finding('scrolls sideways', `by ${over} px`)] : [];
  };

  /** What is wrong at the present size. */
  function layoutFindings() {
    const lines = linesOfText();
    return [
      ...sideways(),
      ...cutLines(lines),
      ...collisions(lines),
      ...holes(lines),
      ...looseMarks(lines),
      ...saidTwice(lines),
    ];
  }

  /** Whether the focused element is within reach of the eye: not all of it is behind something else. */
  function focused() {
    const element = document.activeElement;
    if (!element || element === document.body) return undefined;
    const { left, top, width, height } = element.getBoundingClientRect();
    const points = [0.5, 0.1, 0.9].flatMap((x) =>
      [0.5, 0.15, 0.85].map((y) => [left + width * x, top + height * y]),
    );
    const isSeen = points.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (element.contains(hit) || (hit.contains(element) && hit !== document.body));
    });
    const name = short((element.getAttribute('aria-label') ?? element.textContent.trim()) || element.tagName);
    return { name: `${name}${place(element)}`, isSeen, isMain: element.id === 'main' };
  }

  const isWithin = ({ left, right, top, bottom }) =>
    left >= -SLACK && right <= innerWidth + SLACK && top >= -SLACK && bottom <= innerHeight + SLACK;

  /** What is wrong with the popover that is open. */
  function popoverFindings() {
    const popover = document.querySelector(':popover-open');
    if (!popover) return [finding('does not open')];
    const found = isWithin(popover.getBoundingClientRect()) ? [] : [finding('is not within the window')];
    const last = [...popover.querySelectorAll('a, button, input')]
      .filter((each) => each.checkVisibility())
      .at(-1);
    last?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    if (last && !isWithin(last.getBoundingClientRect()))
      found.push(finding('has parts out of reach', short(last.textContent.trim() || last.tagName)));
    const over = popover.scrollWidth - popover.clientWidth;
    if (over > SLACK) found.push(finding('scrolls sideways', `by ${over} px`));
    return found;
  }

  let shifted = 0;
  const moved = new Map();
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      shifted += value;
      for (const { node } of sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        const name = element
          ? `${element.tagName.toLowerCase()}${element.className ? `.${String(element.className.baseVal ?? element.className)}` : ''}`
          : 'removed';
        moved.set(name, Math.max(moved.get(name) ?? 0, value));
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });

  /** By how much the page moved while it loaded, and what moved most. */
  const shift = () => ({
    score: shifted,
    moved: [...moved]
      .sort(([, one], [, other]) => other - one)
      .map(([name]) => name)
      .slice(0, 3),
  });

  return { layoutFindings, focused, popoverFindings, shift };
})();
