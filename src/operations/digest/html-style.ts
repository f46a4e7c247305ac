/** The colours of the light theme stand in the elements, since many programs drop a sheet of styles; these are of the dark one. */
export const STYLE = `<style>
:root { color-scheme: light dark; }
@media (max-width: 420px) { .pad { padding-left: 12px !important; padding-right: 12px !important; } .sheet { padding: 14px 14px 16px !important; } .wrap { white-space: normal !important; } .stack { display: block !important; width: auto !important; padding-left: 0 !important; text-align: left !important; } }
@media (prefers-color-scheme: dark) {
.ground { background: #080d0f !important; } .sheet { background: #0e1516 !important; border-color: #242c2e !important; } .ink { color: #ecf1f1 !important; } .ink2 { color: #b4bcbd !important; } .ink3 { color: #929c9e !important; } .line { border-color: #242c2e !important; }
.bot { color: #74a2f7 !important; } .ref { color: #57d8b4 !important; } .con { color: #f9a648 !important; } .bot-b { background: #74a2f7 !important; } .btn { background: #ecf1f1 !important; color: #0e1516 !important; }
}
[data-ogsc] .ink { color: #ecf1f1 !important; } [data-ogsc] .ink2 { color: #b4bcbd !important; } [data-ogsc] .ink3 { color: #929c9e !important; } [data-ogsb] .ground { background: #080d0f !important; } [data-ogsb] .sheet { background: #0e1516 !important; } [data-ogsc] .bot { color: #74a2f7 !important; } [data-ogsc] .ref { color: #57d8b4 !important; } [data-ogsc] .con { color: #f9a648 !important; }
</style>
<!--[if mso]><style>td, th, h1, h2, h3, span, a { font-family: 'Segoe UI', Helvetica, Arial, sans-serif !important; }</style><![endif]-->`;

/** Inherited everywhere but in Outlook, which has its own sheet. */
export const FONT = `font-family:'Hanken Grotesk',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;

export const LINE = '#dbe1e1';
const BORDER = `1px solid ${LINE}`;
export const ABOVE = `border-top:${BORDER}`;
export const BELOW = `border-bottom:${BORDER}`;

/** Three shades of text, by how much it matters. */
export const SHADES = { ink: 'color:#0f1a1e', ink2: 'color:#414e52', ink3: 'color:#5b676a' } as const;
export type Shade = keyof typeof SHADES;

export const BODY = 'font-size:14px;line-height:20px';
export const SMALL = 'font-size:13px;line-height:20px';

export const LANE_COLOURS = { bot: '#2955c0', ref: '#0d977a', con: '#d56700' } as const;
