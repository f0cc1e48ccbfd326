"""Document classes of publishers and societies: how each is loaded, and its own front matter."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PublisherClass:
    """A class with its options; `front` is TeX with the places @title, @author, @abstract, @words.

    `packages` is what the class needs in the preamble.
    """

    options: str
    name: str
    columns: int
    front: str
    packages: str = ""

    @property
    def has_subsections(self) -> bool:
        """Those of the AMS begin in their first line of text, with a number."""
        return self.front != _AMS

    @property
    def terms(self) -> tuple[str, ...]:
        """Terms and what they mean; IEEEtran prints long terms over the text."""
        return () if self.name == "IEEEtran" else ("description",)


_PLAIN = r"\title{@title}\author{@author}\date{}\maketitle\begin{abstract}@abstract\end{abstract}"
_ASME = r"\title{@title}\SetAuthorBlock{@author}{}\begin{abstract}@abstract\end{abstract}\maketitle"
_ACM = (
    r"\setcopyright{none}\settopmatter{printacmref=false}\acmConference{}{}{}"
    r"\title{@title}\author{@author}\affiliation{\institution{Institute of Surveys}"
    r"\city{Millbridge}\country{Norland}}\email{survey@example.org}"
    r"\begin{abstract}@abstract\end{abstract}\keywords{@words}\maketitle"
)
_ELSEVIER = (
    r"\begin{frontmatter}\title{@title}\author{@author}\affiliation{organization={Institute of "
    r"Surveys},city={Millbridge},country={Norland}}\begin{abstract}@abstract\end{abstract}"
    r"\begin{keyword}@words\end{keyword}\end{frontmatter}"
)
_IEEE = (
    r"\title{@title}\author{@author\thanks{The author is with the Institute of Surveys, Norland.}}"
    r"\maketitle\begin{abstract}@abstract\end{abstract}"
    r"\begin{IEEEkeywords}@words\end{IEEEkeywords}"
)
_REVTEX = (
    r"\title{@title}\author{@author}\affiliation{Institute of Surveys, Millbridge, Norland}"
    r"\date{3 March 2017}\begin{abstract}@abstract\end{abstract}\maketitle"
)
_AMS = (
    r"\title{@title}\author{@author}\address{Institute of Surveys, Millbridge, Norland}"
    r"\begin{abstract}@abstract\end{abstract}\maketitle"
)
_LNCS = (
    r"\title{@title}\author{@author}\institute{Institute of Surveys, Millbridge, Norland}"
    r"\maketitle\begin{abstract}@abstract\keywords{@words}\end{abstract}"
)
_MNRAS = (
    r"\title[A survey]{@title}\author[@author]{@author\\Institute of Surveys, Millbridge, Norland}"
    r"\date{Accepted 2017 May 5}\pubyear{2017}\begin{document}\label{firstpage}\maketitle"
    r"\begin{abstract}@abstract\end{abstract}\begin{keywords}@words\end{keywords}"
)
_AASTEX = (
    r"\title{@title}\author{@author}\affiliation{Institute of Surveys, Millbridge, Norland}"
    r"\begin{abstract}@abstract\end{abstract}\keywords{@words}"
)
_APA = (
    r"\title{@title}\shorttitle{A survey}\author{@author}\authorsaffiliations{Institute of Surveys}"
    r"\abstract{@abstract}\keywords{@words}\maketitle"
)
_TUFTE = r"\title{@title}\author{@author}\maketitle\begin{abstract}@abstract\end{abstract}"
_CHEMISTRY = (
    r"\title{@title}\author{@author}\affiliation{Institute of Surveys, Millbridge, Norland}"
    r"\email{survey@example.org}\begin{document}\begin{abstract}@abstract\end{abstract}"
)
_QUANTUM = (
    r"\title{@title}\author{@author}\affiliation{Institute of Surveys, Millbridge, Norland}"
    r"\maketitle\begin{abstract}@abstract\end{abstract}"
)

CLASSES = (
    PublisherClass("sigconf,nonacm", "acmart", 2, _ACM),
    PublisherClass("acmsmall,nonacm", "acmart", 1, _ACM),
    PublisherClass("acmlarge,nonacm", "acmart", 1, _ACM),
    PublisherClass("sigplan,nonacm", "acmart", 2, _ACM),
    PublisherClass("manuscript,nonacm", "acmart", 1, _ACM),
    PublisherClass("preprint", "elsarticle", 1, _ELSEVIER),
    PublisherClass("review", "elsarticle", 1, _ELSEVIER),
    PublisherClass("final,1p", "elsarticle", 1, _ELSEVIER),
    PublisherClass("final,3p", "elsarticle", 1, _ELSEVIER),
    PublisherClass("final,3p,twocolumn", "elsarticle", 2, _ELSEVIER),
    PublisherClass("final,5p,twocolumn", "elsarticle", 2, _ELSEVIER),
    PublisherClass("journal", "IEEEtran", 2, _IEEE),
    PublisherClass("conference", "IEEEtran", 2, _IEEE),
    PublisherClass("technote", "IEEEtran", 2, _IEEE),
    PublisherClass("10pt,journal,compsoc", "IEEEtran", 2, _IEEE),
    PublisherClass("journal,transmag", "IEEEtran", 2, _IEEE),
    PublisherClass("draftcls,onecolumn", "IEEEtran", 1, _IEEE),
    PublisherClass("aps,prl,twocolumn", "revtex4-2", 2, _REVTEX),
    PublisherClass("aps,prb,twocolumn", "revtex4-2", 2, _REVTEX),
    PublisherClass("aip,jcp,reprint", "revtex4-2", 2, _REVTEX),
    PublisherClass("aps,preprint", "revtex4-2", 1, _REVTEX),
    PublisherClass("", "amsart", 1, _AMS),
    PublisherClass("", "amsproc", 1, _AMS),
    PublisherClass("runningheads", "llncs", 1, _LNCS),
    PublisherClass("", "mnras", 2, _MNRAS),
    PublisherClass("onecolumn", "mnras", 1, _MNRAS),
    PublisherClass("twocolumn", "aastex631", 2, _AASTEX, r"\setcitestyle{numbers}"),
    PublisherClass("manuscript", "aastex631", 1, _AASTEX, r"\setcitestyle{numbers}"),
    PublisherClass("modern", "aastex631", 1, _AASTEX, r"\setcitestyle{numbers}"),
    PublisherClass("jou,floatsintext", "apa7", 2, _APA),
    PublisherClass("man,floatsintext", "apa7", 1, _APA),
    PublisherClass("doc,floatsintext", "apa7", 1, _APA),
    PublisherClass("article,oneside", "memoir", 1, _PLAIN),
    PublisherClass("article,twocolumn", "memoir", 2, _PLAIN),
    PublisherClass("parskip=half", "scrartcl", 1, _PLAIN),
    PublisherClass("parskip=full-", "scrartcl", 1, _PLAIN),
    PublisherClass("twocolumn,DIV=15", "scrartcl", 2, _PLAIN),
    PublisherClass("", "tufte-handout", 1, _TUFTE, r"\setcitestyle{numbers}"),
    PublisherClass("", "achemso", 1, _CHEMISTRY),
    PublisherClass("a4paper,twocolumn", "quantumarticle", 2, _QUANTUM),
    PublisherClass("a4paper,onecolumn", "quantumarticle", 1, _QUANTUM),
    PublisherClass("final", "ltugboat", 2, _TUFTE),
    PublisherClass("", "jacow", 2, _TUFTE),
    PublisherClass("", "paper", 1, _PLAIN),
    PublisherClass("", "aomart", 1, _AMS),
    PublisherClass("", "ascelike", 1, _PLAIN),
    PublisherClass("", "IEEEconf", 2, _PLAIN),
    PublisherClass("", "asmeconf", 2, _PLAIN),
    PublisherClass("", "asmejour", 2, _ASME),
)
