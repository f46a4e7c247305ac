/**
 * Options of Node.js for programs that run PGlite only for a few seconds. V8 compiles its WebAssembly twice: quickly, and
 * in the background a second time, for code that runs twice as fast. The second time takes more than a short test has to
 * gain from it.
 */
export const QUICK_WASM = ['--liftoff-only'];
