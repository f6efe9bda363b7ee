"use strict";
// Draws the charts of the page. Names come from result files: they are only ever drawn as text.
(function () {
  const charts = JSON.parse(document.getElementById("charts").textContent);
  const root = document.documentElement;
  const wanted = new URLSearchParams(location.search).get("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = wanted === "dark" || wanted === "light" ? wanted : null;
  let printing = false;
  const drawn = [];

  // The colours of Okabe and Ito, told apart by those who do not see all of them; lighter on dark.
  const light = ["#0072b2", "#d55e00", "#007a5a", "#b0568c", "#8a6d00", "#3b8fc4", "#555555", "#7a3e9d", "#a03020"];
  const dark = ["#56b4e9", "#ff9a4d", "#2fd0a2", "#e59bc8", "#f0e442", "#8fd0ff", "#b8bec6", "#c7a0ff", "#ff8a80"];
  const symbols = ["circle", "rect", "triangle", "diamond", "emptyCircle", "emptyRect", "emptyTriangle"];
  const names = [];
  charts.forEach(c => c.series.forEach(s => {
    if (s.role !== "ideal" && !names.includes(s.name)) names.push(s.name);
  }));

  const isDark = () => !printing && (chosen ? chosen === "dark" : system.matches);
  const colour = s => {
    const palette = isDark() ? dark : light;
    return s.role === "ideal" ? (isDark() ? "#8b949e" : "#6e7781") : palette[names.indexOf(s.name) % palette.length];
  };
  const symbol = s => (s.role === "ideal" ? "none" : symbols[names.indexOf(s.name) % symbols.length]);
  const dash = s => (s.role === "ideal" || s.role === "limit" ? "dotted" : s.role === "peer" ? "dashed" : "solid");

  function number(v) {
    if (v === 0) return "0";
    const size = Math.abs(v);
    if (size >= 1e6) return Number(v.toPrecision(3)).toExponential().replace("e+", "e");
    return size >= 1000 ? String(Math.round(v)) : String(Number(v.toPrecision(3)));
  }
  function bytes(v) {
    if (v >= 1 << 20) return v / (1 << 20) + " MiB";
    return v >= 1024 ? v / 1024 + " KiB" : v + " B";
  }
  const along = (c, v) => (c.type === "SIZES" ? bytes(v) : number(v));

  function place(c, p) {
    if (c.type === "HEAT") return c.categories[p[0]] + ", " + c.rows[p[1]] + " " + c.y;
    if (c.categories.length) return c.categories[p[0]];
    return along(c, p[0]) + (c.type === "RANKS" ? (p[0] === 1 ? " rank" : " ranks") : "");
  }
  function say(c, s, p) {
    const spread = p[3] !== p[2] || p[4] !== p[2] ? " (" + number(p[3]) + " to " + number(p[4]) + ")" : "";
    if (c.type === "POINTS") return s.name + ", " + (p[7] || "") + ": " + number(p[0]) + " s, " + number(p[2]);
    return s.name + ", " + place(c, p) + ": " + number(p[2]) + spread;
  }

  function base(c, t) {
    return {
      animation: false,
      backgroundColor: "transparent",
      textStyle: { color: t.front, fontFamily: "inherit", fontSize: 12 },
      aria: { enabled: false },
      tooltip: {
        trigger: "item", renderMode: "richText", confine: true, backgroundColor: t.panel, borderColor: t.line,
        textStyle: { color: t.front, fontSize: 12 },
        formatter: q => (q.data && q.data.point ? say(c, c.series[q.data.series], q.data.point) : ""),
      },
      legend: {
        type: printing ? "plain" : "scroll", top: 0, left: 0, right: 0, textStyle: { color: t.front }, inactiveColor: t.soft,
        pageTextStyle: { color: t.front }, data: c.series.map(s => s.name), itemWidth: ["SIZES", "RANKS"].includes(c.type) ? 30 : 12, itemHeight: 12,
      },
      grid: { left: 34, right: 24, top: 40, bottom: 32, containLabel: true },
    };
  }
  function axis(t, more) {
    return Object.assign({
      nameLocation: "middle", nameGap: 28, nameTextStyle: { color: t.soft }, axisLabel: { color: t.front, hideOverlap: true },
      axisLine: { show: true, lineStyle: { color: t.soft } }, splitLine: { show: true, lineStyle: { color: t.line } },
    }, more);
  }
  const values = c => c.series.flatMap(s => s.points.flatMap(p => [p[3], p[2], p[4]])).filter(v => v > 0);

  // Bounds that leave a little room: a logarithmic axis of the library's own goes to powers of ten.
  function bounds(list, base) {
    const low = Math.min(...list), high = Math.max(...list);
    return base === 2
      ? { min: 2 ** Math.floor(Math.log2(low)), max: 2 ** Math.ceil(Math.log2(high)) }
      : { min: 10 ** Math.floor(Math.log10(low) + 0.02), max: 10 ** Math.ceil(Math.log10(high) - 0.02) };
  }
  function logarithmic(t, list, base, name, format, more) {
    const b = bounds(list, base);
    if (b.min === b.max) { b.min /= base; b.max *= base; }
    return axis(t, Object.assign({ type: "log", logBase: base, name, axisLabel: { color: t.front, hideOverlap: true, formatter: format } }, b, more));
  }
  const datum = (c, index, p, value) => ({ value: value || [p[0], p[2]], point: p, series: index });

  // Quartiles as thin lines behind the points, in the colour of their line.
  function whiskers(c, s, index, horizontal) {
    return {
      type: "custom", name: s.name, silent: true, z: 1, tooltip: { show: false },
      data: s.points.filter(p => p[4] > p[3] && p[3] > 0).map(p => (horizontal ? [p[3], p[4], p[0]] : [p[0], p[3], p[4]])),
      encode: horizontal ? { x: [0, 1], y: 2 } : { x: 0, y: [1, 2] },
      renderItem: (params, api) => {
        const a = horizontal ? api.coord([api.value(0), api.value(2)]) : api.coord([api.value(0), api.value(1)]);
        const b = horizontal ? api.coord([api.value(1), api.value(2)]) : api.coord([api.value(0), api.value(2)]);
        const d = horizontal ? offset(c, index) : 0;
        return { type: "line", shape: { x1: a[0], y1: a[1] + d, x2: b[0], y2: b[1] + d },
          style: { stroke: colour(s), lineWidth: horizontal ? 3 : 2, opacity: horizontal ? 1 : 0.55 } };
      },
    };
  }
  const offset = (c, index) => (index - (c.series.length - 1) / 2) * 7;

  function lines(c, t) {
    const sizes = c.type === "SIZES";
    const xs = c.series.flatMap(s => s.points.map(p => p[0]));
    const option = base(c, t);
    option.xAxis = logarithmic(t, xs, 2, c.x, v => along(c, v));
    option.yAxis = logarithmic(t, values(c), c.type === "RANKS" ? 2 : 10, c.y, number,
      { nameGap: 52, minorSplitLine: { show: sizes, lineStyle: { color: t.line, opacity: 0.4 } } });
    option.grid.top = (Object.keys(c.marks).length ? 56 : 40) + (printing && c.series.length > 5 ? 22 : 0); // two rows of names
    option.series = [];
    c.series.forEach((s, index) => {
      const line = {
        type: "line", name: s.name, data: s.points.map(p => datum(c, index, p)), symbol: symbol(s), symbolSize: 8, z: 3,
        itemStyle: { color: colour(s) }, lineStyle: { color: colour(s), type: dash(s), width: 2 }, emphasis: { focus: "series" },
      };
      const marks = Object.entries(c.marks);
      if (index === 0 && marks.length) {
        line.markLine = {
          silent: true, symbol: "none", lineStyle: { color: t.soft, type: "dashed" },
          label: { color: t.front, formatter: m => m.name, position: "end", rotate: 0 },
          data: marks.map(([name, x]) => ({ name, xAxis: x })),
        };
      }
      option.series.push(line, whiskers(c, s, index, false));
    });
    return option;
  }

  function heat(c, t) {
    const s = c.series[0];
    const logs = s.points.map(p => Math.log10(p[2]));
    const option = base(c, t);
    option.legend = { show: false };
    option.grid = { left: 34, right: 24, top: 12, bottom: 84, containLabel: true };
    option.xAxis = axis(t, { type: "category", data: c.categories, name: c.x, splitLine: { show: false } });
    option.yAxis = axis(t, { type: "category", data: c.rows, name: c.y, nameGap: 40, splitLine: { show: false } });
    option.visualMap = {
      min: Math.min(...logs), max: Math.max(...logs) + 1e-9, dimension: 2, calculable: false, orient: "horizontal", left: "center", bottom: 0,
      itemWidth: 12, itemHeight: 180, textStyle: { color: t.front },
      text: [number(10 ** Math.max(...logs)) + " " + s.name, number(10 ** Math.min(...logs))],
      inRange: { color: ["#00204d", "#31446b", "#666970", "#958f78", "#cab969", "#ffea46"] },
    };
    const middle = (Math.min(...logs) + Math.max(...logs)) / 2;
    option.series = [{
      type: "heatmap",
      data: s.points.map(p => Object.assign(datum(c, 0, p, [p[0], p[1], Math.log10(p[2])]),
        { label: { show: true, formatter: number(p[2]), color: Math.log10(p[2]) > middle ? "#111" : "#fff", fontSize: 11 } })),
      itemStyle: { borderColor: t.back, borderWidth: 1 }, emphasis: { itemStyle: { borderColor: t.focus, borderWidth: 3 } },
    }];
    return option;
  }

  function boxes(c, t) {
    const option = base(c, t);
    const all = c.series.flatMap(s => s.points.flatMap(p => [p[5], p[6]])).filter(v => v > 0);
    option.xAxis = axis(t, { type: "category", data: c.categories, splitLine: { show: false },
      axisLabel: { color: t.front, rotate: c.categories.length > 5 ? 35 : 0, hideOverlap: true } });
    const low = Math.min(0.9, ...all), high = Math.max(1.1, ...all);
    option.yAxis = axis(t, { type: "log", logBase: 10, min: low, max: high, name: c.y, nameGap: 52,
      axisLabel: { color: t.front, formatter: number } });
    if (high / low < 10) {
      option.yAxis.type = "value";
    }
    option.series = c.series.map((s, index) => {
      const empty = { value: ["-", "-", "-", "-", "-"] };
      const data = c.categories.map((name, at) => {
        const p = s.points.find(q => q[0] === at);
        return p ? datum(c, index, p, [p[5], p[3], p[2], p[4], p[6]]) : empty;
      });
      return { type: "boxplot", name: s.name, data, boxWidth: [4, 22],
        itemStyle: { color: t.panel, borderColor: colour(s), borderWidth: 2 } };
    });
    if (option.series.length) {
      option.series[0].markLine = { silent: true, symbol: "none", label: { show: false },
        lineStyle: { color: t.soft, type: "dotted" }, data: [{ yAxis: 1 }] };
    }
    return option;
  }

  function ratios(c, t) {
    const option = base(c, t);
    const b = values(c).concat([0.5, 2]);
    option.yAxis = axis(t, { type: "category", data: c.categories, inverse: true, splitLine: { show: true, lineStyle: { color: t.line } } });
    option.xAxis = axis(t, { type: "log", logBase: 2, name: c.x, min: 2 ** Math.floor(Math.log2(Math.min(...b))),
      max: 2 ** Math.ceil(Math.log2(Math.max(...b))), axisLabel: { color: t.front, formatter: number, hideOverlap: true } });
    option.series = [];
    c.series.forEach((s, index) => {
      const points = {
        type: "scatter", name: s.name, symbol: symbol(s), symbolSize: 9, symbolOffset: [0, offset(c, index)], z: 3,
        itemStyle: { color: colour(s) }, data: s.points.map(p => datum(c, index, p, [p[2], p[0]])),
      };
      if (index === 0) {
        points.markLine = { silent: true, symbol: "none", lineStyle: { color: t.front, type: "solid", width: 1.5 },
          label: { show: false }, data: [{ xAxis: 1 }] };
      }
      option.series.push(points, whiskers(c, s, index, true));
    });
    return option;
  }

  function cloud(c, t) {
    const option = base(c, t);
    option.xAxis = logarithmic(t, c.series.flatMap(s => s.points.map(p => p[0])), 10, c.x, number);
    option.yAxis = logarithmic(t, values(c), 10, c.y, number, { nameGap: 56 });
    option.series = c.series.map((s, index) => ({
      type: "scatter", name: s.name, symbol: symbol(s), symbolSize: 11, itemStyle: { color: colour(s) },
      data: s.points.map(p => Object.assign(datum(c, index, p),
        { label: { show: s.points.length < 12, formatter: p[7] || "", position: "right", color: t.front, fontSize: 11 } })),
    }));
    return option;
  }

  const types = { SIZES: lines, RANKS: lines, HEAT: heat, BOXES: boxes, RATIOS: ratios, POINTS: cloud };

  function theme() {
    root.dataset.theme = isDark() ? "dark" : "light";
    const style = getComputedStyle(root);
    const of = name => style.getPropertyValue("--" + name).trim();
    return { front: of("front"), soft: of("soft"), line: of("line"), back: of("back"), panel: of("panel"), focus: of("focus") };
  }
  function drawAll() {
    const t = theme();
    drawn.forEach(d => d.chart.setOption(types[d.data.type](d.data, t), true));
    button.textContent = isDark() ? "Light colours" : "Dark colours";
  }

  // With the keyboard: left and right go along a line, up and down to the next one.
  function listen(d, figure) {
    const reading = figure.querySelector(".reading");
    let series = 0, at = -1;
    d.element.addEventListener("keydown", e => {
      const many = d.data.series.length;
      if (e.key === "ArrowRight") at++;
      else if (e.key === "ArrowLeft") at--;
      else if (e.key === "ArrowDown") series = (series + 1) % many;
      else if (e.key === "ArrowUp") series = (series + many - 1) % many;
      else if (e.key === "Home") at = 0;
      else if (e.key === "End") at = 1e9;
      else if (e.key === "Escape") { d.chart.dispatchAction({ type: "hideTip" }); reading.textContent = ""; return; }
      else return;
      e.preventDefault();
      const s = d.data.series[series];
      at = Math.max(0, Math.min(s.points.length - 1, at));
      const p = s.points[at];
      if (!p) { reading.textContent = s.name + ": nothing was measured"; return; }
      reading.textContent = say(d.data, s, p);
      const paired = ["SIZES", "RANKS", "RATIOS"].includes(d.data.type);
      d.chart.dispatchAction({ type: "showTip", seriesIndex: paired ? 2 * series : series,
        dataIndex: d.data.type === "BOXES" ? p[0] : at });
    });
  }

  // The charting library lies compressed in the page. Without it the tables are there.
  async function load() {
    const bytes = Uint8Array.from(atob(document.getElementById("library").textContent), c => c.charCodeAt(0));
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const script = document.createElement("script");
    script.textContent = await new Response(plain).text();
    document.head.append(script);
    start();
  }

  const button = document.getElementById("theme");
  function start() {
    button.hidden = false;
    button.addEventListener("click", () => { chosen = isDark() ? "light" : "dark"; drawAll(); });
    system.addEventListener("change", drawAll);
    charts.forEach((data, index) => {
      const element = document.getElementById("chart-" + index);
      if (data.type === "RATIOS" || data.type === "HEAT") {
        const rows = Math.max(data.categories.length * (data.type === "RATIOS" ? 8 + 7 * data.series.length : 0), data.rows.length * 34);
        element.style.height = Math.max(280, rows + 130) + "px";
      }
      const d = { data, element, chart: echarts.init(element, null, { renderer: "svg" }) };
      drawn.push(d);
      listen(d, element.closest("figure"));
    });
    drawAll();
    const fit = () => drawn.forEach(d => d.chart.resize());
    addEventListener("resize", fit);
    addEventListener("beforeprint", () => {
      printing = true;
      drawn.forEach(d => d.chart.resize({ width: 680 }));
      drawAll(); // at once: what a resize changes is drawn with the next frame, and there is none
    });
    addEventListener("afterprint", () => { printing = false; drawAll(); drawn.forEach(d => d.chart.resize({ width: "auto" })); });
    root.dataset.drawn = String(drawn.length);
  }
  theme();
  load();
})();
