/** Each language under its own name, so that whoever needs it can read it. */
export const OTHER_LANGUAGE = { 'zh-CN': 'English', en: '\u4e2d\u6587' }
